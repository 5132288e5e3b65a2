"use strict";
// Plays a film of Puzzle Studio. Boards are lists of shape numbers, told as changes of the board before.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const KINDS = data.kinds, steps = data.steps, last = steps.length - 1;
  const cache = new Map();
  let at = 0, timer = null, trial = null;

  function shapesOf(frame) {                       // from the nearest whole board before it
    let start = frame;
    while (start > 0 && !data.whole[start] && !cache.has(start)) start--;
    let ids = cache.get(start) || data.whole[start];
    for (let i = start + 1; i <= frame; i++) {
      let made = [], from = 0;
      for (const [begin, end, fresh] of data.changes[i]) {
        for (; from < begin; from++) made.push(ids[from]);
        made.push(...fresh);
        from = end;
      }
      for (; from < ids.length; from++) made.push(ids[from]);
      ids = made;
    }
    if (cache.size > 200) cache.clear();
    cache.set(frame, ids);
    return ids;
  }

  function draw(frame) { $("board").innerHTML = shapesOf(frame).map((id) => data.shapes[id]).join(""); }

  function tell(step, inside) {
    $("card").className = "panel k" + step.k;
    $("what").textContent = step.w;
    $("why").textContent = step.y;
    $("tag").textContent = (inside ? "«supposed» · " : "") + (KINDS[step.k] || "") + (step.d ? " · " + "«depth {n}»".replace("{n}", step.d) : "");
    $("tag").className = "t" + step.k;
  }

  function listTrials(step) {
    const box = $("trials"), found = step.t || [];
    box.hidden = !found.length;
    box.textContent = "";
    found.forEach((each, number) => {
      const part = document.createElement("details"), head = document.createElement("summary");
      head.textContent = (found.length > 1 ? "«See trial {k} of {all} ({n} steps)»" : "«See the trial ({n} steps)»")
        .replace("{k}", number + 1).replace("{all}", found.length).replace("{n}", each.length);
      part.append(head);
      each.forEach((inner, place) => {
        const row = document.createElement("button");
        row.textContent = inner.w + (inner.y ? "  ·  " + inner.y : "");
        row.className = "t" + inner.k;
        row.onclick = () => { pause(); trial = [number, place]; tell(inner, true); draw(inner.f); mark(box, row); };
        part.append(row);
      });
      part.ontoggle = () => { if (!part.open && trial && trial[0] === number) go(at); };
      box.append(part);
    });
  }

  function mark(box, row) {
    for (const old of box.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    if (row) row.setAttribute("aria-current", "true");
  }

  function go(place) {
    at = Math.max(0, Math.min(last, place));
    trial = null;
    const step = steps[at];
    draw(step.f);
    tell(step, false);
    listTrials(step);
    $("slider").value = at;
    $("place").textContent = "«step {n} of {all}»".replace("{n}", step.n.toLocaleString()).replace("{all}", data.events.toLocaleString());
    const row = rows[at];
    mark($("steps"), row);
    if (row && !row.hidden) {
      const box = $("steps");
      if (row.offsetTop < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = row.offsetTop - box.clientHeight / 2;
    }
    cursor.setAttribute("x1", x(at)); cursor.setAttribute("x2", x(at));
    showNode();
  }

  function pause() { clearInterval(timer); timer = null; $("play").textContent = "▶"; $("play").setAttribute("aria-label", "«Play»"); }
  function play() {
    if (timer) { pause(); return; }
    if (at >= last) go(0);
    $("play").textContent = "❚❚"; $("play").setAttribute("aria-label", "«Pause»");
    timer = setInterval(() => { if (at >= last) pause(); else go(at + 1); }, 1000 / Number($("speed").value));
  }
  function next(kind, way) {
    for (let i = at + way; i >= 0 && i <= last; i += way) if (steps[i].k === kind) { pause(); go(i); return; }
  }

  // --- steps
  const rows = steps.map((step, number) => {
    const row = document.createElement("button");
    row.textContent = step.n + "  " + step.w;
    row.className = "t" + step.k;
    row.style.paddingLeft = 10 + Math.min(step.d, 20) * 8 + "px";
    row.onclick = () => { pause(); go(number); };
    $("steps").append(row);
    return row;
  });
  $("find").oninput = () => {
    const words = $("find").value.toLowerCase().split(/\s+/);
    steps.forEach((step, number) => {
      const text = (step.w + " " + step.y).toLowerCase();
      rows[number].hidden = !words.every((word) => text.includes(word));
    });
  };

  // --- depth
  const deepest = Math.max(1, ...steps.map((step) => step.d));
  const x = (place) => last ? 600 * place / last : 0;
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  };
  $("depth").append(svg("polyline", { class: "curve", points: steps.map((s, i) => x(i) + "," + (57 - 54 * s.d / deepest)).join(" ") }));
  const cursor = svg("line", { class: "cursor", y1: 0, y2: 60 });
  $("depth").append(cursor);
  $("deepest").textContent = "«deepest {n}»".replace("{n}", data.deepest);
  $("depth").onclick = (event) => { const box = $("depth").getBoundingClientRect(); pause(); go(Math.round(last * (event.clientX - box.left) / box.width)); };

  // --- tree
  const nodes = [];
  function showNode() {
    for (const node of nodes) node.classList.remove("here");
    if (nodes.length) nodes[steps[at].o].classList.add("here");
  }
  $("treenote").textContent = data.treenote;
  if (data.tree.length) {
    const high = 22, wide = Math.max(1, data.leaves), levels = 1 + Math.max(...data.tree.map((node) => node[1]));
    const gap = Math.max(6, Math.min(26, 560 / wide));
    const tree = $("tree");
    tree.setAttribute("viewBox", `0 0 ${Math.max(460, gap * wide + 20)} ${levels * high + 12}`);
    const px = (node) => 10 + gap * (node[0] + 0.5), py = (node) => 10 + node[1] * high;
    for (const node of data.tree) if (node[2] >= 0) {
      const above = data.tree[node[2]];
      tree.append(svg("line", { class: "edge", x1: px(above), y1: py(above), x2: px(node), y2: py(node) }));
    }
    data.tree.forEach((node) => {
      const dot = svg("circle", { class: "node o" + node[3], cx: px(node), cy: py(node), r: Math.min(5, gap / 2) });
      const name = svg("title", {});
      name.textContent = node[5];
      dot.append(name);
      dot.onclick = () => { pause(); go(node[4]); };
      nodes.push(dot);
      tree.append(dot);
    });
  } else if (!data.treenote) $("treebox").hidden = true;

  $("slider").max = last;
  $("slider").oninput = () => { pause(); go(Number($("slider").value)); };
  $("start").onclick = () => { pause(); go(0); };
  $("end").onclick = () => { pause(); go(last); };
  $("back").onclick = () => { pause(); go(at - 1); };
  $("next").onclick = () => { pause(); go(at + 1); };
  $("play").onclick = play;
  $("guess").onclick = () => next(1, 1);
  $("clash").onclick = () => next(2, 1);
  $("guess").hidden = !steps.some((step) => step.k === 1);       // a maker does not guess: no button that leads nowhere
  $("clash").hidden = !steps.some((step) => step.k === 2);
  $("depthbox").hidden = !data.deepest;
  $("speed").onchange = () => { if (timer) { pause(); play(); } };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT/.test(event.target.tagName) && event.target.type !== "range") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;      // the button has its own use for it
    const act = { " ": play, ArrowLeft: () => { pause(); go(at - 1); }, ArrowRight: () => { pause(); go(at + 1); }, Home: () => go(0),
      End: () => go(last), g: () => next(1, 1), G: () => next(1, -1), c: () => next(2, 1), C: () => next(2, -1), s: () => next(6, 1) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  go(data.start || 0);
})();
