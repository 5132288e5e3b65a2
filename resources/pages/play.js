// Plays one puzzle of Puzzle Studio. Knows no family: marks are signs, numbers or pieces, and an answer is compared with the
// solutions, or judged by FAMILY_RULES where the page does not hold them all.
const KIT = {
  borders(data) {                                 // the two cells of every inner border: those side by side first
    const { rows, cols } = data, found = [];
    for (let row = 0; row < rows; row++) for (let col = 0; col + 1 < cols; col++) found.push([row * cols + col, row * cols + col + 1]);
    for (let cell = 0; cell + cols < rows * cols; cell++) found.push([cell, cell + cols]);
    return found;
  },
  groups(data, answer, same) {
    const { cols } = data, size = data.rows * cols, seen = new Array(size).fill(false), found = [];
    for (let start = 0; start < size; start++) {
      if (seen[start]) continue;
      const group = [start];
      seen[start] = true;
      for (const cell of group) {
        const col = cell % cols;
        for (const other of [cell - cols, cell + cols, col ? cell - 1 : -1, col + 1 < cols ? cell + 1 : -1]) {
          if (other >= 0 && other < size && !seen[other] && same(cell, other)) { seen[other] = true; group.push(other); }
        }
      }
      found.push(group.sort((a, b) => a - b));
    }
    return found;
  },
  say(data, text, values) {                       // a message in the page's language; values stand in braces
    return (data.words[text] || text).replace(/\{(\w+)\}/g, (place, name) => (values && name in values ? values[name] : place));
  },
};

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const { rows, cols, mode, start, inside } = data, size = rows * cols;
  const solutions = JSON.parse(atob(data.answers));
  const values = data.values.map((each) => each.v), sign = new Map(data.values.map((each) => [each.v, each]));
  const free = (cell) => inside[cell] && !start[cell];
  let marks = start.slice(), notes = new Array(size).fill(0), done = [], undone = [], stroke = null;
  let cursor = -1, shown = false, typing = -1, noting = false, wrong = [], finished = false;
  const key = "puzzle-studio " + location.pathname + " " + data.family + " " + data.answers.length + " " + data.givens.join(",");

  // --- changes ---------------------------------------------------------------------------------------------------------------
  const layer = (name) => (name === "n" ? notes : marks);
  function put(cell, value, name = "m") {
    if (!free(cell) || layer(name)[cell] === value) return;
    (stroke || (stroke = [])).push([name, cell, layer(name)[cell], value]);
    layer(name)[cell] = value;
    wrong = [];
  }
  function end() {
    if (stroke && stroke.length) { done.push(stroke); undone = []; }
    const changed = stroke && stroke.length;
    stroke = null;
    if (changed) { keep(); draw(); greet(); }
  }
  function step(from, to, back) {
    const changes = from.pop();
    if (!changes) return;
    for (const [name, cell, old, now] of back ? changes.slice().reverse() : changes) layer(name)[cell] = back ? old : now;
    to.push(changes);
    wrong = [];
    typing = -1;
    keep(); draw(); greet();
  }
  function keep() {
    try { localStorage.setItem(key, JSON.stringify([marks, notes])); } catch (fault) { /* a page from a disk may have no store */ }
  }
  function fetchKept() {
    try {
      const [kept, small] = JSON.parse(localStorage.getItem(key));
      if (kept.length === size && small.length === size) { marks = kept.map((value, cell) => (free(cell) ? value : start[cell])); notes = small; }
    } catch (fault) { /* nothing was kept */ }
  }

  // --- the check -------------------------------------------------------------------------------------------------------------
  const open = () => [...marks.keys()].filter((cell) => free(cell) && !marks[cell]);
  function faults(answer) {                       // the player's cells that this solution does not have
    if (mode !== "pieces") return [...marks.keys()].filter((cell) => free(cell) && marks[cell] && marks[cell] !== answer[cell]);
    const found = [], of = new Map();
    for (let cell = 0; cell < size; cell++) {
      if (!inside[cell] || !marks[cell]) continue;
      if (!of.has(marks[cell])) of.set(marks[cell], answer[cell]);
      if (of.get(marks[cell]) !== answer[cell]) found.push(cell);
    }
    return found;
  }
  function solves(answer, rest) {                 // with nothing but `rest` left unsaid
    if (faults(answer).length) return false;
    const left = open();
    if (mode === "pieces") {
      const ours = new Set(marks.filter((mark, cell) => inside[cell])), theirs = new Set(answer.filter((mark, cell) => inside[cell]));
      return !left.length && ours.size === theirs.size;
    }
    if (mode !== "symbols") return !left.length;
    const values = new Set(left.map((cell) => answer[cell]));
    return !left.length || (values.size === 1 && (rest === undefined || values.has(rest)));
  }
  function byRules(rest) {
    const left = open();
    if (left.length && mode !== "symbols") return false;
    const tries = left.length ? (rest === undefined ? values : [rest]) : [0];
    return tries.some((value) => !FAMILY_RULES(data, marks.map((mark, cell) => (free(cell) && !mark ? value : mark))).length);
  }
  const solved = (rest) => (data.rules ? byRules(rest) : solutions.some((answer) => solves(answer, rest)));
  function say(text, look = "") { $("said").textContent = text; $("said").className = look; }
  function greet() {
    const rest = values.length ? values[values.length - 1] : 0;
    const now = (mode !== "symbols" || open().length < size) && marks.some((mark, cell) => free(cell) && mark) && solved(rest);
    if (now && !finished) say("«Solved!»", "good");
    else if (!now) say("");
    finished = now;
  }
  function check() {
    wrong = [];
    if (solved()) { say("«Solved!»", "good"); finished = true; }
    else if (data.rules) {
      const left = open().length;
      if (left && mode !== "symbols") say(left === 1 ? "«One cell is still empty.»" : "«{n} cells are still empty.»".replace("{n}", left));
      else say((FAMILY_RULES(data, marks.map((mark, cell) => (free(cell) && !mark ? values[values.length - 1] : mark)))[0]
        || "«This is no solution»") + ".", "bad");
    } else {
      const all = solutions.map(faults), least = all.reduce((a, b) => (b.length < a.length ? b : a));
      const none = !marks.some((mark, cell) => free(cell) && mark);
      if (none) say("«Nothing is entered yet.»");
      else if (!least.length) say("«Right so far.»", "good");
      else if (solutions.length > 1) say("«No solution begins like this.»", "bad");
      else { wrong = least; say(least.length === 1 ? "«One cell is wrong.»" : "«{n} cells are wrong.»".replace("{n}", least.length), "bad"); }
    }
    draw();
  }

  // --- drawing ---------------------------------------------------------------------------------------------------------------
  const at = (cell) => [Math.floor(cell / cols), cell % cols];
  const rect = (cell, look, inset = 0) => {
    const [row, col] = at(cell);
    return `<rect x="${col + inset}" y="${row + inset}" width="${1 - 2 * inset}" height="${1 - 2 * inset}" ${look}/>`;
  };
  function cellText(cell, text, dy = 0, big = 0) {
    const [row, col] = at(cell), font = big || [0.55, 0.55, 0.46, 0.36][Math.min(text.length, 3)];
    return `<text x="${col + 0.5}" y="${row + 0.5 + dy + 0.355 * font}" font-size="${font}" text-anchor="middle" class="${data.text}">${text}</text>`;
  }
  function noteTexts(cell) {
    const [row, col] = at(cell), found = [];
    for (let n = 1; n <= 9; n++) {
      if (notes[cell] >> n & 1) {
        found.push(`<text x="${col + 0.2 + 0.3 * ((n - 1) % 3)}" y="${row + 0.29 + 0.29 * Math.floor((n - 1) / 3)}" font-size="0.26" ` +
          `text-anchor="middle" class="f${data.roles.note}">${n}</text>`);
      }
    }
    return found.join("");
  }
  function side(cell, other) {                    // the line between two neighbours
    const [row, col] = at(Math.max(cell, other));
    const line = Math.abs(cell - other) === 1 ? [col, row, col, row + 1] : [col, row, col + 1, row];
    return `<line x1="${line[0]}" y1="${line[1]}" x2="${line[2]}" y2="${line[3]}" class="s${data.roles.wall}" stroke-width="0.08" stroke-linecap="square"/>`;
  }
  function parted() {                             // walls between different numbers, or pieces
    const found = [];
    for (let cell = 0; cell < size; cell++) {
      for (const other of [cell % cols < cols - 1 ? cell + 1 : -1, cell + cols < size ? cell + cols : -1]) {
        if (other >= 0 && inside[cell] && inside[other] && marks[cell] !== marks[other] && (mode === "pieces" || (marks[cell] && marks[other])))
          found.push(side(cell, other));
      }
    }
    return found.join("");
  }
  function draw() {
    const drawn = [];
    for (let cell = 0; cell < size; cell++) {
      if (!free(cell)) continue;
      const mark = marks[cell];
      if (mode === "pieces") { if (mark) drawn.push(rect(cell, `class="f${data.roles.tints[mark % data.roles.tints.length]}" opacity="0.85"`)); }
      else if (mark && mode === "symbols") drawn.push(`<g transform="translate(${cell % cols} ${Math.floor(cell / cols)})">${sign.get(mark).svg}</g>`);
      else if (mark) drawn.push(cellText(cell, String(mark)));
      else if (notes[cell]) drawn.push(noteTexts(cell));
    }
    if (mode === "pieces" || data.walls) drawn.push(parted());
    $("marks").innerHTML = drawn.join("");
    const over = wrong.map((cell) => rect(cell, `class="f${data.roles.violation}" opacity="0.45"`));
    if (shown && cursor >= 0) over.push(rect(cursor, `class="n s${data.roles.cursor}" stroke-width="0.08"`, 0.06));
    $("over").innerHTML = over.join("");
    $("undo").disabled = !done.length;
    $("redo").disabled = !undone.length;
  }

  // --- hands -----------------------------------------------------------------------------------------------------------------
  const board = $("board");
  function cellAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const row = Math.floor(point.y), col = Math.floor(point.x);
    return row >= 0 && col >= 0 && row < rows && col < cols ? row * cols + col : -1;
  }
  const next = (value, by) => { const cycle = [0, ...values]; return cycle[(cycle.indexOf(value) + by + cycle.length) % cycle.length]; };
  let held = null;                                // { cell, value, right, moved } while a button or a finger is down
  function press(cell, right) {
    cursor = cell;
    held = { cell, right, moved: false, value: 0 };
    if (mode === "symbols") { held.value = next(marks[cell], right ? -1 : 1); put(cell, held.value); }
    else if (mode === "numbers") {
      held.value = right ? 0 : marks[cell];
      if (right) put(cell, 0);
      shown = true;
      typing = -1;
    } else if (free(cell)) {
      held.value = right ? 0 : marks[cell] || 1 + Math.max(0, ...marks.filter((mark, each) => inside[each]));
      held.was = marks[cell];
      if (right || !marks[cell]) put(cell, held.value);
    }
    draw();
  }
  function drag(cell) {
    if (!held || cell < 0 || cell === held.last) return;
    if (cell !== held.cell) held.moved = true;
    held.last = cell;
    cursor = cell;
    if (held.moved && (mode !== "numbers" || held.value || held.right)) put(cell, held.value);
    draw();
  }
  function release() {
    if (held && !held.moved && mode === "pieces" && held.was) put(held.cell, 0);   // a tap on a piece takes the cell out
    held = null;
    end();
  }
  board.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || (held && event.pointerType === "touch")) return;
    event.preventDefault();
    board.focus({ preventScroll: true });
    try { board.setPointerCapture(event.pointerId); } catch (fault) { /* a pointer that a script made up */ }
    press(cell, event.button === 2);
  });
  board.addEventListener("pointermove", (event) => drag(held ? cellAt(event) : -1));
  for (const name of ["pointerup", "pointercancel"]) board.addEventListener(name, release);
  board.addEventListener("contextmenu", (event) => event.preventDefault());

  // --- keys ------------------------------------------------------------------------------------------------------------------
  function digit(number) {
    if (cursor < 0) return;
    if (noting) { if (number) put(cursor, notes[cursor] ^ (1 << number), "n"); }
    else {
      const longer = typing === cursor ? 10 * marks[cursor] + number : number;
      put(cursor, longer <= data.most ? longer : number);
      typing = cursor;
    }
    end();
  }
  function clear() { if (cursor >= 0) { put(cursor, 0); if (noting) put(cursor, 0, "n"); typing = -1; end(); } }
  function hear() {
    const [row, col] = at(cursor), mark = marks[cursor];
    const what = !inside[cursor] ? "«no cell»" : data.givens[cursor] && !free(cursor) ? "«{what}, given»".replace("{what}", data.givens[cursor])
      : !mark ? "«empty»" : mode === "symbols" ? sign.get(mark).word : mode === "pieces" ? "«piece {n}»".replace("{n}", mark) : mark;
    $("heard").textContent = "«row {row}, column {col}: {what}»".replace("{row}", row + 1).replace("{col}", col + 1).replace("{what}", what);
  }
  const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  function move(event) {
    const [down, right] = MOVES[event.key], from = cursor;
    const [row, col] = cursor < 0 ? [0, 0] : at(cursor);
    const there = cursor < 0 ? [0, 0] : [Math.min(rows - 1, Math.max(0, row + down)), Math.min(cols - 1, Math.max(0, col + right))];
    cursor = there[0] * cols + there[1];
    shown = true;
    typing = -1;
    if (event.shiftKey && from >= 0 && from !== cursor) {
      if (mode === "pieces" && free(from)) {      // with Shift a piece grows from cell to cell
        if (!marks[from]) put(from, 1 + Math.max(0, ...marks));
        put(cursor, marks[from]);
      } else if (mode !== "pieces" && marks[from]) put(cursor, marks[from]);
      end();
    }
    draw(); hear();
  }
  board.addEventListener("keydown", (event) => {
    const letter = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (letter === "z" || letter === "y")) {
      if (letter === "y" || event.shiftKey) step(undone, done, false); else step(done, undone, true);
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (MOVES[event.key]) move(event);
    else if (event.key === "Enter") check();
    else if (event.key === "Backspace" || event.key === "Delete") clear();
    else if (mode === "numbers" && /^[0-9]$/.test(event.key)) { if (event.key === "0" && typing !== cursor) clear(); else digit(+event.key); }
    else if (mode === "numbers" && letter === "n") note();
    else if (event.key === " " && mode === "symbols" && cursor >= 0) { put(cursor, next(marks[cursor], 1)); end(); }
    else if (event.key === " ") clear();
    else {
      const found = data.values.find((each) => each.keys.includes(letter));
      if (!found || cursor < 0) return;
      put(cursor, marks[cursor] === found.v ? 0 : found.v);
      end();
    }
    event.preventDefault();
    if (cursor >= 0 && !MOVES[event.key]) hear();
  });

  // --- buttons ---------------------------------------------------------------------------------------------------------------
  function button(text, name, act) {
    const made = document.createElement("button");
    made.textContent = text;
    made.setAttribute("aria-label", name);
    made.onclick = () => { act(); board.focus({ preventScroll: true }); };
    $("pad").append(made);
    return made;
  }
  let noteButton = null;
  function note() { noting = !noting; noteButton.setAttribute("aria-pressed", noting); }
  if (mode === "numbers") {
    for (let n = 1; n <= 9; n++) button(n, String(n), () => digit(n));
    button("0", "0", () => (typing === cursor ? digit(0) : clear()));
    button("⌫", "«Clear the cell»", clear);
    noteButton = button("✎", "«Small numbers»", note);
    noteButton.setAttribute("aria-pressed", "false");
  }
  const HOW = {
    symbols: "«Tap a cell: {what}; the right button goes backwards; drag to paint.»"
      .replace("{what}", ["«empty»", ...data.values.map((each) => each.word)].join(", ")),
    numbers: "«Tap a cell, then a number; two digits make one number. Drag from a number to spread it; the right button clears.»",
    pieces: "«Drag over the cells of a piece; drag on from a piece to make it larger; tap a cell to take it out.»",
  };
  const BY_KEYS = { symbols: "«Keys: arrows, Space,»" + " " + data.values.map((each) => each.keys[0] + " (" + each.word + ")").join(", "),
    numbers: "«Keys: arrows, digits, N for small numbers, Delete»", pieces: "«Keys: arrows, with Shift to draw a piece, Delete»" };
  $("hand").textContent = HOW[mode];
  $("how").textContent = BY_KEYS[mode] + ", Ctrl+Z, Ctrl+Y, " + "«Enter to check.»";
  $("check").onclick = check;
  $("undo").onclick = () => step(done, undone, true);
  $("redo").onclick = () => step(undone, done, false);
  $("again").onclick = () => { for (let cell = 0; cell < size; cell++) { put(cell, 0); put(cell, 0, "n"); } end(); };
  fetchKept();
  draw();
  greet();
})();
