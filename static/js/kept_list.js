/* What this device keeps of the club's pages, with the key that removes it: [data-kept-list], [data-kept-remove],
   [data-nothing-kept]; [data-hands-wait] where entries wait. On a page that stands for another one, which isn't kept, the words
   of [data-no-line] come in place of [data-with-line]. */
(function () {
  "use strict";

  var HEADER = "Opens-Without-Line";
  var list = document.querySelector("[data-kept-list]");
  var remove = document.querySelector("[data-kept-remove]");

  function show(what, isShown) {
    document.querySelectorAll("[data-" + what + "]").forEach(function (element) { element.hidden = !isShown; });
  }

  /* Each as { cache, request, title, at }, the last one first. */
  async function read() {
    var found = [];
    for (var name of await caches.keys()) {
      var cache = await caches.open(name);
      for (var request of await cache.keys()) {
        var page = await cache.match(request);
        if (page && page.headers.has(HEADER)) found.push(await told(cache, request, page));
      }
    }
    return found.sort(function (one, other) { return other.at - one.at; });
  }

  async function told(cache, request, page) {
    var title = new DOMParser().parseFromString(await page.text(), "text/html").title;
    return { cache: cache, request: request, title: title, at: Number(page.headers.get("Kept-At")) };
  }

  function lineOf(page) {
    var line = document.createElement("li"), link = document.createElement("a");
    var parts = [["line-title", page.title], ["line-end", timeOf(page.at)]];
    link.className = "line";
    link.href = page.request.url;
    link.append.apply(link, parts.map(function (part) {
      return Object.assign(document.createElement("span"), { className: part[0], textContent: part[1] });
    }));
    line.append(link);
    return line;
  }

  function timeOf(at) {
    return new Date(at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }).toLowerCase();
  }

  async function draw() {
    var found = await read();
    list.replaceChildren.apply(list, found.map(lineOf));
    remove.hidden = !found.length;
    show("nothing-kept", !found.length);
  }

  function handsWait() {
    try {
      return Object.keys(localStorage).some(function (key) { return /^pinochle\.(pending|waiting):/.test(key); });
    } catch {
      return false;
    }
  }

  remove.addEventListener("click", async function () {
    var found = await read();
    await Promise.all(found.map(function (page) { return page.cache.delete(page.request); }));
    draw();
  });

  var isAway = "kept" in document.documentElement.dataset;
  show("no-line", isAway);
  show("with-line", !isAway);
  show("hands-wait", handsWait());
  if (window.caches) draw().catch(function () { /* storage is forbidden: nothing is kept */ });
})();
