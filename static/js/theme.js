/* The theme button: [data-theme-button] with [data-theme-word] inside. The choice is a cookie, so that the server
   draws the next page in it at once. Also marks the page as scripted (html.js) before it is drawn. */
(function () {
  "use strict";

  var root = document.documentElement;
  var deviceIsDark = window.matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("js");
  // A kept page (worker.js) was drawn in the theme of its time.
  var chosen = "kept" in root.dataset && /(?:^|; )theme=(dark|light)/.exec(document.cookie);
  if (chosen) root.dataset.theme = chosen[1];

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : deviceIsDark.matches;
  }

  function show() {
    var color = document.querySelector('meta[name="theme-color"]');
    if (color) color.content = isDark() ? "#0b1410" : "#21503d";
    document.querySelectorAll("[data-theme-button]").forEach(function (button) {
      button.hidden = false;
      button.querySelector("[data-theme-word]").textContent = isDark() ? "Light mode" : "Dark mode";
    });
  }

  document.addEventListener("click", function (event) {
    if (!event.target.closest("[data-theme-button]")) return;
    root.dataset.theme = isDark() ? "light" : "dark";
    var secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = "theme=" + root.dataset.theme + "; Path=/; Max-Age=31536000; SameSite=Lax" + secure;
    show();
  });

  deviceIsDark.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
})();
