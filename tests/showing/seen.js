// What is seen of the page of a game in one position; returns numbers and faults for the tests to judge.
() => {
  const hidden = (node) => node.closest("[hidden]") || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // What is left of a rectangle within the window, the scrolling boxes around it, and above what lies over the page.
  const clip = (node, rect) => {
    let { left, top, right, bottom } = rect;
    for (let box = node; box; box = box.parentElement) {
      if (box !== node && getComputedStyle(box).overflowY === "visible") continue;
      if (box === node && !["auto", "hidden"].includes(getComputedStyle(box).overflowY)) continue;
      if (box instanceof SVGElement) continue;
      const edge = box.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    const bar = document.querySelector(".bar");
    if (!bar.contains(node)) bottom = Math.min(bottom, bar.getBoundingClientRect().top);
    const now = document.querySelector(".now");
    if (getComputedStyle(now).position === "sticky" && !now.contains(node) && !bar.contains(node)) top = Math.max(top, now.getBoundingClientRect().bottom);
    return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const area = ({ left, top, right, bottom }) => Math.max(right - left, 0) * Math.max(bottom - top, 0);
  const share = (node) => area(clip(node, node.getBoundingClientRect())) / area(node.getBoundingClientRect());
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || hidden(parent) || parent.closest("script, style, noscript, title, defs, select, .pop:not([open]) > div")) continue;
    if (parent.closest("svg") && getComputedStyle(parent).display === "none") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const scale = parent instanceof SVGElement ? parent.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    for (const rect of range.getClientRects()) {
      // A line is higher than its letters: the middle of it is what must not be covered.
      const height = rect.bottom - rect.top;
      const seen = clip(parent, { left: rect.left + 1, right: rect.right - 1, top: rect.top + height * 0.3, bottom: rect.bottom - height * 0.3 });
      const stack = document.elementsFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
      const isCovered = stack.slice(0, Math.max(stack.indexOf(parent), 0)).some((shape) => shape.matches("rect, use, .kept"));
      if (area(seen) > 0 && !isCovered) texts.push({ text: text.data.trim().slice(0, 30), size, parent, ...seen });
    }
  }
  const overlaps = [];
  texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
    if (a.parent !== b.parent && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) overlaps.push(`${a.text} / ${b.text}`);
  }));
  const chosen = document.querySelector(".options .kept") || document.querySelector("#played");
  return {
    seat: share(document.querySelector(".of-seat.moving")),
    board: Math.min(...[...document.querySelectorAll(".column .panel")].map(share)),
    others: Math.min(1, ...[...document.querySelectorAll(".of-seat:not(.moving)")].map(share)),
    chosen: share(chosen),
    bar: document.querySelector(".bar").getBoundingClientRect().height,
    controls: share(document.querySelector(".bar")),
    header: document.querySelector("header").getBoundingClientRect().height,
    width: document.scrollingElement.scrollWidth,
    smallest: Math.min(...texts.map(({ size }) => size)),
    smallTexts: texts.filter(({ size }) => size < 10.95).map(({ text, size }) => `${text}: ${size.toFixed(1)}`).slice(0, 8),
    overlaps: [...new Set(overlaps)].slice(0, 8),
  };
}
