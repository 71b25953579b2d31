/* The card and the hand beside it: what is in view, and a tap anywhere on a line.

   [data-question]                                                comes into view while it has no answer
   .field-error beside a field                                    goes when the field is changed; the server looks again
   a[href="#id"] of a details#id                                  opens it
   details.menu, and those of the cockpit                         close at a tap anywhere else
   a[data-carries="meld_NS meld_EW"]                              takes these fields of its form along in its address
   tr[data-href]                                                  a tap on the line follows the link of its first cell
   tr[data-mark]                                                  a line the page has: the server is told its mark, and
       where it still looks the same answers with an empty line to keep it by (hx-preserve). A card of sixty hands is
       not sent again with every step

   Where the window is too low for the cockpit, the page scrolls: after a save the next step stands where it can be used. */
(function () {
  "use strict";

  function carry(link) {
    var form = link.closest("form");
    var carried = new URLSearchParams();
    link.dataset.carries.split(" ").forEach(function (name) {
      var field = form.elements[name];
      if (field && field.value && (field.type !== "checkbox" || field.checked)) carried.set(name, field.value);
    });
    link.search = carried.toString();
  }

  document.addEventListener("click", function (event) {
    var carrying = event.target.closest("a[data-carries]");
    if (carrying) carry(carrying);
    var link = event.target.closest('a[href^="#"]');
    var drawer = link && document.getElementById(link.hash.slice(1));
    if (drawer && drawer.matches("details")) drawer.open = true;
    document.querySelectorAll("details.menu[open], .cockpit details[open]").forEach(function (open) {
      if (open !== drawer && !open.contains(event.target)) open.open = false;
    });
    var line = event.target.closest("tr[data-href]");
    if (!line || event.target.closest("a, button, input, summary, label")) return;
    if (String(window.getSelection())) return;
    var ofLine = line.querySelector("a[href]");
    if (ofLine) ofLine.click();
  });

  /* A question that comes up while figures are typed must not wait under the green key, nor under the drawer. */
  function showQuestion() {
    var question = document.querySelector("[data-question]");
    if (!question || question.querySelector("input:checked")) return;
    var drawer = document.querySelector("details.unusual[open]");
    if (drawer) drawer.open = false;
    question.scrollIntoView({ block: "nearest" });
  }

  function showStep() {
    var entry = document.querySelector(".table-page .entry");
    if (!entry || entry.querySelector(".field-error")) return;
    if (getComputedStyle(document.body).overflowY === "hidden") return;
    var top = entry.getBoundingClientRect().top + window.pageYOffset;
    var isFarDown = top > window.innerHeight * 0.45 && !document.querySelector(".notices").textContent.trim();
    window.scrollTo(0, isFarDown ? top - 8 : 0);
  }

  /* Who plays: names stand on the keys below as soon as they are typed. */
  document.addEventListener("input", function (event) {
    var seat = /^player_(\w)$/.exec(event.target.name);
    var key = seat && event.target.form.querySelector('[name="first_dealer"][value="' + seat[1] + '"]');
    if (key) key.nextElementSibling.textContent = event.target.value.trim() || event.target.labels[0].textContent;
  });

  /* Nobody should look for what is wrong with a field that is right by now. */
  document.addEventListener("input", function (event) {
    var field = event.target.closest("fieldset.choice, .number-field, .field, .choice-key");
    if (!field) return;
    [event.target.getAttribute("aria-describedby"), "id_" + event.target.name + "_error"].forEach(function (id) {
      var told = document.getElementById(id);
      if (told && told.matches(".field-error")) told.remove();
    });
    event.target.removeAttribute("aria-invalid");
    document.querySelectorAll(".told").forEach(function (told) { if (!told.children.length) told.remove(); });
    field.querySelectorAll(".field-error").forEach(function (fault) { fault.remove(); });
  });

  function tellLines(headers) {
    var lines = document.querySelectorAll("tr[data-mark]");
    if (lines.length) headers["Card-Lines"] = Array.prototype.map.call(lines, function (line) {
      return line.dataset.mark;
    }).join(",");
  }

  document.addEventListener("safesave:sending", function (event) { tellLines(event.detail.headers); });
  document.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt.matches("[data-live]")) tellLines(event.detail.headers);
  });

  /* What was to be kept was there when the request went out; should it be gone, the page is loaded whole. */
  document.addEventListener("htmx:afterSwap", function () {
    if (document.querySelector("tr[hx-preserve]")) location.reload();
  });

  /* What was saved on the page before: a live text that is there from the start would not be read out. */
  document.addEventListener("DOMContentLoaded", function () {
    var live = document.getElementById("said");
    var said = live && live.textContent;
    if (!said) return;
    live.textContent = "";
    window.setTimeout(function () { live.textContent = said; }, 300);
  });

  document.addEventListener("safesave:swapped", showStep);
  document.addEventListener("htmx:afterSettle", showQuestion);
})();
