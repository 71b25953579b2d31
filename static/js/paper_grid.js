/* A grid typed without a mouse.

   table[data-paper-grid] > tr[data-row] > … [data-cell]   cells in the order in which they are typed
   [data-letters]    takes one of these letters in place of what stands there; any other letter is not taken
   [data-sum]        what the paper adds up to, below the grid: typed after the last cell
   [data-grid-save]  where Enter leads from the last of them
   [data-faulty]     names the cells that are wrong, after each preview
   [data-sum-of]     cells with the same are one figure: what is typed into one stands in all; [data-was] as it is kept
   table[data-paper-grid="down"]   Enter leads down, Tab to the right, space to what a cell rests on (its link)

   Enter: the next cell, at the end the green key. Up and down: the same cell of another row. Left and right: the
   neighbour, from the edge of what is typed. A check takes x as well as space. */
(function () {
  "use strict";

  var grid = document.querySelector("[data-paper-grid]");
  if (!grid) return;
  var form = grid.closest("form");
  var goesDown = grid.dataset.paperGrid === "down";
  var CELLS = "[data-row] [data-cell], [data-sum]";

  function cells() {
    return Array.prototype.slice.call(form.querySelectorAll(CELLS));
  }

  function go(cell) {
    if (!cell) return;
    cell.focus();
    if (cell.select && cell.type === "text") cell.select();
  }

  function step(from, by) {
    var all = cells();
    var place = all.indexOf(from) + by;
    if (place >= all.length) return document.querySelector("[data-grid-save]");
    return all[Math.max(0, place)];
  }

  /* In the same column; rows that have no cell there are passed over. */
  function otherRow(from, by) {
    var row = from.closest("[data-row]");
    if (!row) return null;
    var rows = Array.prototype.slice.call(grid.querySelectorAll("[data-row]"));
    var column = from.closest("td").cellIndex;
    for (var place = rows.indexOf(row) + by; rows[place]; place += by) {
      var cell = rows[place].cells[column].querySelector("[data-cell]");
      if (cell) return cell;
    }
    return null;
  }

  function isAtEdge(cell, isEnd) {
    if (cell.type !== "text") return true;
    var all = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
    return all || (cell.selectionStart === cell.selectionEnd && cell.selectionStart === (isEnd ? cell.value.length : 0));
  }

  form.addEventListener("keydown", function (event) {
    var cell = event.target.closest(CELLS);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    var to = null;
    if (goesDown && event.key === " ") {
      event.preventDefault();
      cell.closest("td").querySelector("a").click();
    } else if (goesDown && event.key === "Enter") to = otherRow(cell, event.shiftKey ? -1 : 1) || step(cells().pop(), 1);
    else if (goesDown && event.key === "Tab") to = cells()[cells().indexOf(cell) + (event.shiftKey ? -1 : 1)];
    else if (event.key === "Enter") to = step(cell, event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown") to = otherRow(cell, 1);
    else if (event.key === "ArrowUp") to = otherRow(cell, -1);
    else if (event.key === "ArrowRight" && isAtEdge(cell, true)) to = step(cell, 1);
    else if (event.key === "ArrowLeft" && isAtEdge(cell, false)) to = step(cell, -1);
    else if (cell.type === "checkbox" && event.key.toLowerCase() === "x") {
      cell.checked = !cell.checked;
      cell.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (cell.dataset.letters && event.key.length === 1 && event.key !== " ") {
      var letter = event.key.toUpperCase();
      event.preventDefault();
      if (cell.dataset.letters.indexOf(letter) >= 0) {
        cell.value = letter;
        cell.dispatchEvent(new Event("input", { bubbles: true }));
        go(cell);
      }
    }
    if (to || event.key === "Enter") {
      event.preventDefault();
      go(to);
    }
  });

  /* Radio keys below a row keep their own arrows; Enter there saves nothing by mistake. */
  grid.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && event.target.matches(".grid-told input")) event.preventDefault();
  });

  /* What is wrong by the latest answer: its cells are marked while it is. */
  document.addEventListener("htmx:afterSettle", function () {
    var faulty = {};
    grid.querySelectorAll("[data-faulty]").forEach(function (told) {
      told.dataset.faulty.split(" ").forEach(function (name) { faulty[name] = true; });
    });
    cells().forEach(function (cell) {
      if (faulty[cell.name]) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
    });
  });

  form.addEventListener("input", function (event) {
    var sum = event.target.dataset.sumOf;
    if (!sum) return;
    form.querySelectorAll('[data-sum-of="' + sum + '"]').forEach(function (cell) {
      cell.value = event.target.value;
      cell.classList.toggle("is-changed", cell.value.trim() !== cell.dataset.was);
    });
  });

  form.addEventListener("focusin", function (event) {
    if (event.target.matches(CELLS) && event.target.type === "text") event.target.select();
  });
})();
