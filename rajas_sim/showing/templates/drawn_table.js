"use strict";
const at = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const percent = (share) => `${Math.round(100 * share)}\u202f%`;
const minus = (text) => text.replace(/(^|[\s=(])-(?=\d)/g, "$1\u2212");

function svgElement(name, attributes) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

// The name of each seat becomes a button that shows its panel large: it calls enlarge with the number of the seat, from 1.
function makeEnlargeable(panels, title, enlarge) {
  for (const panel of panels) {
    const name = panel.querySelector(".name");
    const button = element("button", "", "name");
    button.append(...name.childNodes);
    button.type = "button";
    button.title = title;
    name.replaceWith(button);
    panel.addEventListener("click", () => enlarge(Number(panel.dataset.seat)));
  }
}

// Details that open over the page close with Escape, or with a click elsewhere.
const closePops = () => all(".pop[open]").forEach((pop) => { pop.open = false; });
document.addEventListener("click", (event) => { for (const pop of all(".pop[open]")) if (!pop.contains(event.target)) pop.open = false; });

function element(name, content, className) {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
}

// The drawing of a position, part by part; what changed is outlined, and arrows show what went where.
// A row has an entry for every part and every text alternative of a position; contentOf turns an entry into its SVG or text.
function drawnTable(contentOf) {
  const parts = all("[data-part]");
  const describedPanels = all("[data-alt]");
  // Part -> the entry that it shows.
  const drawn = new Map();

  // Where a shape lies within the table.
  const box = (shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const origin = at("table").getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, right: left - origin.left + width, bottom: top - origin.top + height };
  };
  const isSeen = ({ left, top, right, bottom }) => right - left > 0 && bottom - top > 0;
  // Movers are the things that arrows follow; each has the same key in every position.
  const keyOfMover = (mover) => `${mover.closest("[data-panel]").dataset.panel} ${mover.dataset.mover}`;

  // The shapes of a part that were not in its content before.
  function newShapes(part, contentBefore) {
    const old = document.createElementNS(at("overlay").namespaceURI, "g");
    old.innerHTML = contentBefore;
    return newShapesOfGroup(part, old);
  }

  // Shapes that look alike are the same shape. Of dice only the symbol and the class count, since their places mean nothing.
  const lookOf = (shape) => (shape.matches("use[href^='#rt-d']") ? `${shape.getAttribute("href")} ${shape.getAttribute("class")}` : shape.outerHTML);

  // The shapes that are left when each of the others takes away one that looks like it; titles are left out.
  const without = (shapes, others) => {
    const nByLook = new Map();
    for (const shape of others) nByLook.set(lookOf(shape), (nByLook.get(lookOf(shape)) || 0) + 1);
    return shapes.filter((shape) => {
      const n = nByLook.get(lookOf(shape)) || 0;
      nByLook.set(lookOf(shape), n - 1);
      return shape.tagName !== "title" && n <= 0;
    });
  };

  // Things that were only put in another order among the same things have not moved, so their places are left out.
  const withoutOrder = (content) => content.replace(/(data-among="[^"]*"><g) transform="[^"]*"/g, "$1");

  // The new shapes of a group, or the whole group if it has none. Where new groups replace as many others, only what is new in them.
  function newShapesOfGroup(group, old) {
    const [shapes, oldShapes] = [[...group.children], [...old.children]];
    const [added, gone] = [without(shapes, oldShapes), without(oldShapes, shapes)];
    if (!added.length) return [group];
    const isGroup = (shape) => ["g", "svg"].includes(shape.tagName) && shape.children.length > 0;
    if (added.length !== gone.length) return added;
    // A group with another title is another thing, such as a tile, and is outlined as a whole.
    const titleOf = (shape) => shape.querySelector(":scope > title")?.textContent;
    const isSameThing = (shape, other) => isGroup(shape) && isGroup(other) && titleOf(shape) === titleOf(other);
    return added.flatMap((shape, i) => (isSameThing(shape, gone[i]) ? newShapesOfGroup(shape, gone[i]) : [shape]));
  }

  // Boxes that overlap by more than a line become one, so that nothing is outlined twice.
  function merged(boxes) {
    const result = [];
    for (let next of boxes) {
      for (let i = 0; i < result.length; i += 1) {
        const other = result[i];
        if (next.left < other.right - 1 && other.left < next.right - 1 && next.top < other.bottom - 1 && other.top < next.bottom - 1) {
          next = {
            left: Math.min(next.left, other.left), top: Math.min(next.top, other.top),
            right: Math.max(next.right, other.right), bottom: Math.max(next.bottom, other.bottom),
          };
          result.splice(i, 1);
          i = -1;
        }
      }
      result.push(next);
    }
    return result;
  }

  const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  function arrow([x1, y1], [x2, y2]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - dx * 9, y2 - dy * 9];
    // A slight bend shows both ends of arrows that go along a row.
    const bend = Math.min(length / 6, 24);
    const curve = `M${x1} ${y1}Q${(x1 + x2) / 2 + dy * bend} ${(y1 + y2) / 2 - dx * bend} ${x} ${y}`;
    const head = `M${x2} ${y2}L${x - dy * 6} ${y + dx * 6}L${x + dy * 6} ${y - dx * 6}Z`;
    return [svgElement("path", { d: curve }), svgElement("path", { d: head, class: "head" })];
  }

  // With more arrows than this, none is drawn.
  const MOST_ARROWS = 4;
  // In pixels of the screen.
  const SHORTEST_ARROW = 24;
  // Key of each mover -> where it was before the step.
  let earlierPlaces = new Map();
  // Parts that changed in the step, each with its content before.
  let changed = [];
  // Movers in these parts.
  let moved = [];

  // Places are shares of the drawing, which may be larger or elsewhere after the step.
  function placeOf(mover) {
    const [x, y] = middle(box(mover));
    const { left, top, right, bottom } = box(mover.ownerSVGElement);
    return [(x - left) / (right - left), (y - top) / (bottom - top)];
  }

  function pointAt([x, y], drawing) {
    const { left, top, right, bottom } = box(drawing);
    return [left + x * (right - left), top + y * (bottom - top)];
  }

  function draw(row) {
    earlierPlaces = new Map(all("[data-mover]").map((mover) => [keyOfMover(mover), placeOf(mover)]));
    const isFirst = !drawn.size;
    changed = [];
    for (const part of parts) {
      const entry = row[part.dataset.part];
      if (drawn.get(part) !== entry) {
        const contentBefore = part.innerHTML;
        part.innerHTML = contentOf(entry);
        if (!isFirst && withoutOrder(contentBefore) !== withoutOrder(part.innerHTML)) changed.push([part, contentBefore]);
        drawn.set(part, entry);
      }
    }
    moved = isFirst ? [] : all("[data-mover]").filter((mover) => changed.some(([part]) => part.contains(mover)));
    for (const panel of describedPanels) panel.setAttribute("aria-label", contentOf(row[panel.dataset.alt]));
    at("as-text").replaceChildren(...describedPanels.map((panel) => element("li", contentOf(row[panel.dataset.alt]))));
  }

  // Until the next step, what changed is outlined, and what went from one place to another has an arrow.
  // wholeOf gives the shape to outline for a new one; room is left around it, in pixels.
  function mark(wholeOf = (shape) => shape, roomBeside = 2) {
    const ROOM = 2;
    const withRoom = ({ left, top, right, bottom }) => ({ left: left - roomBeside, top: top - ROOM, right: right + roomBeside, bottom: bottom + ROOM });
    const boxes = changed.flatMap(([part, contentBefore]) => newShapes(part, contentBefore)).map(wholeOf).map(box).filter(isSeen).map(withRoom);
    const arrows = [];
    for (const mover of moved) {
      const origin = mover.dataset.origin && all(`[data-place="${mover.dataset.origin}"]`)[0];
      const earlier = earlierPlaces.get(keyOfMover(mover));
      const from = earlier ? pointAt(earlier, mover.ownerSVGElement) : origin && middle(box(origin));
      const to = middle(box(mover));
      if (from && Math.hypot(to[0] - from[0], to[1] - from[1]) > SHORTEST_ARROW) arrows.push([from, to]);
    }
    const outlines = merged(boxes).map(({ left, top, right, bottom }) => svgElement("rect", { x: left, y: top, width: right - left, height: bottom - top }));
    at("overlay").replaceChildren(...outlines, ...(arrows.length > MOST_ARROWS ? [] : arrows.flatMap((fromAndTo) => arrow(...fromAndTo))));
  }

  function unmark() {
    changed = [];
    moved = [];
    at("overlay").replaceChildren();
  }

  return { draw, mark, unmark };
}
