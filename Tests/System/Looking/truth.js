// What a page shows: each line of text with its box in CSS pixels, what makes it hard to see, and the parts of it that are values.
() => {
  const blockOf = (element) => {
    let block = element;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    return block;
  };
  // Text is gone through by characters, as a node may run over several lines.
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const values = [...document.querySelectorAll("[data-kind]")];
  const range = document.createRange();
  const grown = (box, rect) => box
    ? [Math.min(box[0], rect.left), Math.min(box[1], rect.top), Math.max(box[2], rect.right), Math.max(box[3], rect.bottom)]
    : [rect.left, rect.top, rect.right, rect.bottom];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, block = blockOf(element), style = getComputedStyle(element);
    const value = values.indexOf(element.closest("[data-kind]"));
    for (let start = 0; start < node.length;) {
      const length = node.data.codePointAt(start) > 0xffff ? 2 : 1;
      range.setStart(node, start);
      range.setEnd(node, start + length);
      const character = node.data.slice(start, start + length), rect = range.getBoundingClientRect();
      start += length;
      if (!rect.width || !rect.height) continue;
      const middle = (rect.top + rect.bottom) / 2;
      let line = lines.findLast((line) => line.block === block && line.box[1] < middle && middle < line.box[3]);
      if (!line && !character.trim()) continue;
      if (!line) {
        const hard = [];
        for (let at = element; at; at = at.parentElement) if (at.dataset.hard) hard.push(at.dataset.hard);
        lines.push(line = { block, text: "", box: null, hard, size: parseFloat(style.fontSize), parts: [] });
      }
      line.text += character;
      if (!character.trim()) continue;
      line.box = grown(line.box ?? undefined, rect);
      if (value < 0) continue;
      let part = line.parts.find((part) => part.value === value);
      if (!part) line.parts.push(part = { value, text: "", box: null });
      part.text += character;
      part.box = grown(part.box, rect);
    }
  }
  return {
    lines: lines.filter((line) => line.box).map(({ block, ...line }) => line),
    values: values.map((element) => element.dataset.kind),
    ways: values.map((element) => element.dataset.way ?? null),
  };
}
