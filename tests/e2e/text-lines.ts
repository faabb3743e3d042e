import type { Locator, Page } from "@playwright/test";

/**
 * The visible lines of each block of text inside `scope`, as words. Two words are on one line if their boxes are at one
 * height. What a box cuts off is not visible.
 */
export function textLines(page: Page, scope: string): Promise<string[][]> {
  return page.evaluate((within) => {
    type Word = { text: string; y: number; height: number };
    const blocks = new Map<Element, Word[]>();
    const blockOf = (element: Element): Element => {
      const { display } = getComputedStyle(element);
      const isInside = display.startsWith("inline") || element.matches(".dotted__p, .dotted__s");
      return isInside && element.parentElement ? blockOf(element.parentElement) : element;
    };
    const isCut = (element: Element, { left, right }: DOMRect): boolean => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (getComputedStyle(one).overflowX === "visible") continue;
        const box = one.getBoundingClientRect();
        if (left >= box.right - 1 || right <= box.left + 1) return true;
      }
      return false;
    };
    for (const root of document.querySelectorAll(within)) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const parent = text.parentElement;
        if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest("svg, .sr")) continue;
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const [box] = range.getClientRects();
          if (!box || box.width < 1 || isCut(parent, box)) continue;
          const block = blockOf(parent);
          blocks.set(block, [
            ...(blocks.get(block) ?? []),
            { text: word, y: box.top + box.height / 2, height: box.height },
          ]);
        }
      }
    }
    return [...blocks.values()].map((words) => {
      const lines: { y: number; text: string }[] = [];
      for (const { text, y, height } of words) {
        const last = lines.at(-1);
        if (last && Math.abs(last.y - y) < height * 0.6) last.text += ` ${text}`;
        else lines.push({ y, text });
      }
      return lines.map(({ text }) => text);
    });
  }, scope);
}

/** Lines that begin or end with a sign that belongs between two words. */
export function looseSigns(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((lines) =>
    lines.filter((line, at) => (at > 0 && /^[·–]/.test(line)) || (at < lines.length - 1 && line.endsWith("·"))),
  );
}

/** Lines that end with a figure whose word is on the next line. */
export function partedFigures(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((lines) =>
    lines.filter((line, at) => /(?:^|\s)[\d.,]+$/.test(line) && /^[A-Za-z]/.test(lines[at + 1] ?? "")),
  );
}

/** The lines of one text as they are shown. Compares where letters stand, because a line may end inside a word. */
export function linesOf(text: Locator): Promise<string[]> {
  return text.evaluate((root) => {
    const letters = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const lines: { top: number; text: string }[] = [];
    while (letters.nextNode()) {
      const { textContent } = letters.currentNode;
      for (const [at, letter] of [...(textContent ?? "")].entries()) {
        range.setStart(letters.currentNode, at);
        range.setEnd(letters.currentNode, at + 1);
        const { top, height } = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last && Math.abs(last.top - top) < height / 2) last.text += letter;
        else lines.push({ top, text: letter });
      }
    }
    return lines.map((line) => line.text);
  });
}
