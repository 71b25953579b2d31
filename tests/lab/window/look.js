// What stands in the window, and what is cut, covered or out of it; unless `only_parts`, how it is used, too.
only_parts => {
  const [W, H] = [innerWidth, innerHeight];
  const HIDDEN = ".visually-hidden, .skip-link, [popover]:not(:popover-open)";
  const styles = new Map();
  const style = part => styles.get(part) ?? styles.set(part, getComputedStyle(part)).get(part);
  const box = part => part.getBoundingClientRect();
  const heard = new Map([[document.documentElement, false]]);  // clipped away to a pixel, for who listens
  const is_only_heard = part => heard.get(part) ?? heard.set(part, is_only_heard(part.parentElement)
    || (style(part).position === "absolute" && style(part).overflowX !== "visible" && (box(part).width < 3 || style(part).clipPath === "inset(50%)"))).get(part);
  const shown = part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !part.closest(HIDDEN) && box(part).width > 1 && box(part).height > 1 && !is_only_heard(part);
  const short = words => words.trim().replace(/\s+/g, " ").slice(0, 40);
  const whole = words => words.replaceAll("\u00ad", "").trim().replace(/\s+/g, " ");
  const edges = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
  const named = part => part.localName + [...part.classList].slice(0, 2).map(name => "." + name).join("");
  const alpha = color => color.startsWith("rgb(") ? 1 : parseFloat(color.split(/[,/]/)[3] ?? (color.includes("/") ? color.split("/")[1] : 1));
  const paints = part => {
    const { backgroundColor, backgroundImage } = style(part);
    return alpha(backgroundColor) > 0.02 || backgroundImage !== "none" || ["Top", "Left"].every(side =>
      parseFloat(style(part)[`border${side}Width`]) > 0 && style(part)[`border${side}Style`] !== "none"
      && alpha(style(part)[`border${side}Color`]) > 0.02);
  };

  const lies = part => {  // above the page: what stays in view while it is scrolled, and what hides something of it
    for (let at = part; at; at = at.parentElement) {
      const { position, backgroundColor } = style(at);
      if (["fixed", "sticky"].includes(position) || at.matches("dialog[open], :popover-open")
        || (position === "absolute" && alpha(backgroundColor) > 0.98)) return at;
    }
    return null;
  };

  // -- every line of letters, as high as its letters are
  const lines = [], faults = [];
  let letter = Infinity, smallest_words = "";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement;
    if (!node.data.trim() || part.matches("script, style, noscript, option, template") || !shown(part)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const px = parseFloat(style(part).fontSize);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      const middle = (rect.top + rect.bottom) / 2;
      lines.push({ part, node, words: short(node.data), left: rect.left, right: rect.right,
        top: middle - 0.36 * px, bottom: middle + 0.36 * px, lies: lies(part) });
    }
    if (px < letter && lines.length && lines.at(-1).part === part) [letter, smallest_words] = [px, `${short(node.data)} (${named(part)})`];
  }

  // -- cut by what holds them, or sticking out of it
  const told = new Set();
  const tell = fault => { if (!told.has(fault)) { told.add(fault); faults.push(fault); } };
  for (const line of lines) {
    let is_free = false, scrolls = false, ground = null;
    for (let at = line.part; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = style(at);
      if (!(is_free && position === "static") && at !== document.body && style(at).display !== "inline" && style(at).display !== "contents") {
        const { left, right, top, bottom } = box(at);
        if (["auto", "scroll"].includes(overflowX) && at.scrollWidth > at.clientWidth + 1) scrolls = true;
        const hides = [overflowX, overflowY].some(over => ["hidden", "clip"].includes(over));
        if (hides && !scrolls) {
          const cut_x = line.left < left - 1.5 || line.right > right + 1.5;
          const cut_y = !["auto", "scroll"].includes(overflowY) && (line.top < top - 1.5 || line.bottom > bottom + 1.5);
          if (cut_x || cut_y) tell(`cut: “${line.words}” in ${named(at)}`);
        }
        // Only what is seen of it can lie over something else.
        if (overflowX !== "visible") [line.left, line.right] = [Math.max(line.left, left), Math.min(line.right, right)];
        if (overflowY !== "visible") [line.top, line.bottom] = [Math.max(line.top, top), Math.min(line.bottom, bottom)];
        if (!ground && paints(at)) {
          ground = at;
          if (!scrolls && !hides && (line.left < left - 1.5 || line.right > right + 1.5 || line.top < top - 1.5 || line.bottom > bottom + 1.5)
            && overflowY === "visible") tell(`sticks out: “${line.words}” of ${named(at)}`);
        }
      }
      if (position === "fixed") break;
      is_free = position === "absolute" || (is_free && position === "static");
    }
    line.scrolls = scrolls;
    if (!scrolls && (line.right > W + 1.5 || line.left < -1.5)) tell(`out of the window: “${line.words}” (${named(line.part)})`);
  }

  // -- over one another, in what scrolls together
  const crosses = (one, other, room) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > room
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > room;
  const sorted = lines.filter(line => !line.scrolls).sort((one, other) => one.top - other.top);
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length && sorted[next].top < one.bottom; next += 1) {
      const other = sorted[next];
      if (one.node !== other.node && one.lies === other.lies && crosses(one, other, 2)) tell(`over each other: “${one.words}” and “${other.words}”`);
    }
  }

  // -- targets: a field with a label is as large as the larger of the two
  const TARGETS = "a[href], button:not(:disabled), summary, input:not([type=hidden]), select, textarea";
  const targets = [];
  for (const part of document.body.querySelectorAll(TARGETS)) {
    if (part.closest(HIDDEN)) continue;
    const boxes = [part, ...(part.labels ?? [])].filter(each => each.checkVisibility({ visibilityProperty: true })).map(box)
      .filter(({ width, height }) => width > 1 && height > 1);
    if (!boxes.length) continue;
    const largest = boxes.reduce((one, other) => other.width * other.height > one.width * one.height ? other : one);
    targets.push({ part, at: largest, words: whole(part.labels?.[0]?.innerText || part.innerText || part.getAttribute("aria-label") || part.name || ""), lies: lies(part) });
  }
  const seen = ({ part, at }) => {  // of a key, in what scrolls it
    let { left, right, top, bottom } = at;
    for (let over = part.parentElement; over; over = over.parentElement) if (style(over).overflowY !== "visible") {
      [top, bottom] = [Math.max(top, box(over).top), Math.min(bottom, box(over).bottom)];
    }
    return { left, right, top, bottom };
  };
  for (const target of targets) {
    const { part, lies: layer } = target, at = seen(target);
    for (const line of sorted) {
      if (line.top > at.bottom) break;
      if (layer === line.lies && !part.contains(line.part) && !line.part.contains(part) && paints(part)
        && !(part.matches("input, select, textarea") && part.parentElement.contains(line.part))
        && ![...(part.labels ?? [])].some(label => label.contains(line.part)) && crosses(line, at, 3)) tell(`“${line.words}” over the key “${short(part.textContent)}”`);
    }
  }
  const in_window = ({ at }) => at.left + at.width / 2 >= 0 && at.left + at.width / 2 <= W && at.top + at.height / 2 >= 0 && at.top + at.height / 2 <= H;
  const here = targets.filter(in_window);
  // A link may be tapped beyond its letters, a field beside it: so far as what is hit there is the link, or its label.
  const reached = ({ part, at }) => {
    const parts = [part, ...(part.labels ?? [])];
    const hits = y => y < 0 || y > H || parts.some(each => each.contains(document.elementFromPoint(at.left + at.width / 2, y)));
    let [top, bottom] = [at.top, at.bottom];
    while (bottom - top < 44 && hits(top - 1)) top -= 1;
    while (bottom - top < 44 && hits(bottom + 1)) bottom += 1;
    return bottom - top;
  };
  for (const target of here) if (target.at.height < 43.5) target.at = { ...target.at.toJSON(), height: reached(target) };
  const least = here.reduce((one, other) => !one || other.at.height < one.at.height ? other : one, null);

  // -- what stands there, for tests/browser/test_screens.py: keys, headings, and words that lie in neither
  const WHATS = { a: "link", summary: "key", button: "key", select: "field", textarea: "field", th: "column", td: "cell",
    svg: "picture", img: "picture" };
  const what_of = part => /^h[1-6]$/.test(part.localName) ? "heading" : part.localName !== "input" ? WHATS[part.localName] ?? "words"
    : ["radio", "checkbox"].includes(part.type) ? "choice" : "field";
  const of_target = part => targets.find(target => target.part.contains(part)
    || [...(target.part.labels ?? [])].some(label => label.contains(part)));
  const block_of = part => {
    while (["inline", "contents"].includes(style(part).display) && !/^(th|td)$/.test(part.localName)) part = part.parentElement;
    return part;
  };
  const stands = new Map(targets.filter(({ part }) => !part.matches("input[type=hidden]")).map(target => [target.part,
    { what: what_of(target.part), words: whole(target.words) || target.part.getAttribute("aria-label") || target.part.querySelector("img")?.alt || "", ...edges(target.at) }]));
  for (const line of lines) {
    if (of_target(line.part)) continue;
    const block = block_of(line.part), there = stands.get(block);
    if (line.bottom <= line.top || line.right <= line.left) continue;
    if (!there) stands.set(block, { what: what_of(block), words: line.node.data, node: line.node, ...edges(line) });
    else {
      if (there.node !== line.node) there.words += " " + line.node.data;
      Object.assign(there, { node: line.node, left: Math.min(there.left, line.left), right: Math.max(there.right, line.right),
        top: Math.min(there.top, line.top), bottom: Math.max(there.bottom, line.bottom) });
    }
  }
  const parts = [...stands.values()].map(({ what, words, left, right, top, bottom }) => ({ what, words: whole(words),
      box: [left / W, top / H, right / W, bottom / H].map(edge => 24 * edge) }));

  const page = document.scrollingElement, windows = Math.round(10 * page.scrollHeight / H) / 10;
  if (only_parts) return { parts, faults, windows };

  // -- the key that ends a step
  const key = [".save-key", "main .button-go"].map(name => targets.find(({ part }) => part.matches(name))).find(Boolean);
  const key_at = key ? (key.at.top >= -1 && key.at.bottom <= H + 1 && key.at.left >= -1 && key.at.right <= W + 1 ? "in" : "below") : "-";

  // -- the share in use: painted boxes with content; and what is no farther than a letter from letters, keys and pictures
  const CELL = 4, columns = Math.ceil(W / CELL), rows = Math.ceil(H / CELL);
  const share = boxes => {
    const cells = new Uint8Array(columns * rows);
    for (const { left, right, top, bottom } of boxes) {
      const from = Math.max(0, Math.round(left / CELL)), to = Math.min(columns, Math.round(right / CELL));
      for (let row = Math.max(0, Math.round(top / CELL)); row < Math.min(rows, Math.round(bottom / CELL)); row += 1) {
        if (to > from) cells.fill(1, row * columns + from, row * columns + to);
      }
    }
    return Math.round(100 * cells.reduce((sum, cell) => sum + cell, 0) / cells.length);
  };
  const letters = parseFloat(style(document.documentElement).fontSize);
  const near = ({ left, right, top, bottom }) => (
    { left: left - letters, right: right + letters, top: top - letters, bottom: bottom + letters });
  const PICTURES = "img, svg, canvas, video, input:not([type=hidden]), select, textarea";
  const pictures = [...document.body.querySelectorAll(PICTURES)].filter(shown);
  const has_content = part => part.innerText?.trim() || part.querySelector(PICTURES) || part.matches(PICTURES);
  const filled = [...document.body.querySelectorAll("*")].filter(part => shown(part) && paints(part) && has_content(part));
  const keys = targets.filter(({ part }) => paints(part)).map(({ at }) => at);
  const widest = [...document.body.querySelectorAll("*")].filter(part => box(part).right > W + 0.5).at(-1);
  return {
    boxes: share([...filled, ...pictures].map(box)),
    full: share([...lines, ...keys, ...pictures.map(box)].map(near)),
    letter: Math.round(10 * letter) / 10, smallest_words,
    targets: here.length, target: least ? Math.round(10 * least.at.height) / 10 : Infinity, smallest_target: short(least?.words ?? ""),
    aside: Math.max(0, page.scrollWidth - W), widest: widest ? named(widest) : "",
    windows,
    key: key_at, main_key: short(key?.words ?? ""),
    cut: faults.length, faults,
  };
}
