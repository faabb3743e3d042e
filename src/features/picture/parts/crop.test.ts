import { describe, expect, it } from "vitest";
import {
  cropAfterKey,
  cropInWords,
  dragCrop,
  edgeOf,
  firstCrop,
  MAX_EDGE,
  maxZoom,
  sentEdge,
  zoomCrop,
  type Crop,
  type Size,
} from "./crop.ts";

const WIDE: Size = { width: 800, height: 400 };
const TALL: Size = { width: 400, height: 1000 };

function isInside(size: Size, crop: Crop): boolean {
  const half = edgeOf(size, crop) / 2;
  const slack = 1e-9;
  return [
    [crop.x, size.width],
    [crop.y, size.height],
  ].every(([at = 0, length = 0]) => at - half >= -slack && at + half <= length + slack);
}

describe("the first square", () => {
  it("is the largest there is, in the middle", () => {
    expect(firstCrop(WIDE)).toEqual({ x: 400, y: 200, zoom: 1 });
    expect(edgeOf(WIDE, firstCrop(WIDE))).toBe(400);
    expect(edgeOf(TALL, firstCrop(TALL))).toBe(400);
  });
});

describe("dragging", () => {
  it("to the right shows what lay left, by parts of the square", () => {
    expect(dragCrop(WIDE, firstCrop(WIDE), 0.25, 0)).toEqual({ x: 300, y: 200, zoom: 1 });
  });

  it.each([
    [WIDE, 9, 9],
    [WIDE, -9, -9],
    [TALL, 9, -9],
    [TALL, -9, 9],
  ])("never leaves the picture %j %d %d", (size, right, down) => {
    for (const zoom of [1, 1.7, 3]) {
      expect(isInside(size, dragCrop(size, zoomCrop(size, firstCrop(size), zoom), right, down))).toBe(true);
    }
  });
});

describe("zooming", () => {
  it("keeps what lies under the fingers where it is", () => {
    const at = { x: 0.25, y: 0.75 };
    const before = firstCrop(WIDE);
    const after = zoomCrop(WIDE, before, 2, at);
    const under = (crop: Crop) => [
      crop.x + (at.x - 0.5) * edgeOf(WIDE, crop),
      crop.y + (at.y - 0.5) * edgeOf(WIDE, crop),
    ];
    expect(under(after)).toEqual(under(before));
    expect(edgeOf(WIDE, after)).toBe(200);
  });

  it("stays between the whole edge and what still can be seen", () => {
    expect(zoomCrop(WIDE, firstCrop(WIDE), 0.2).zoom).toBe(1);
    expect(zoomCrop(WIDE, firstCrop(WIDE), 99).zoom).toBe(maxZoom(WIDE));
    expect(maxZoom({ width: 4000, height: 3000 })).toBe(5);
    expect(maxZoom({ width: 40, height: 3000 })).toBe(1);
  });

  it("out again at an edge comes back into the picture", () => {
    const corner = dragCrop(WIDE, zoomCrop(WIDE, firstCrop(WIDE), 3), 99, 99);
    expect(isInside(WIDE, zoomCrop(WIDE, corner, 1, { x: 1, y: 1 }))).toBe(true);
  });
});

describe("keys", () => {
  const start = zoomCrop(WIDE, firstCrop(WIDE), 2);
  it.each([
    ["ArrowRight", -10, 0],
    ["ArrowLeft", 10, 0],
    ["ArrowDown", 0, -10],
    ["ArrowUp", 0, 10],
  ])("%s moves the picture by a twentieth of the square", (key, x, y) => {
    expect(cropAfterKey(WIDE, start, key)).toEqual({ x: start.x + x, y: start.y + y, zoom: 2 });
  });

  it("with Shift by a hundredth", () => {
    expect(cropAfterKey(WIDE, start, "ArrowLeft", true)?.x).toBeCloseTo(start.x + 2);
  });

  it("+ and - enlarge and take back, 0 begins again, others are nobody's", () => {
    const larger = cropAfterKey(WIDE, start, "+");
    expect(larger?.zoom).toBeCloseTo(2.2);
    expect(cropAfterKey(WIDE, larger ?? start, "-")?.zoom).toBeCloseTo(2);
    expect(cropAfterKey(WIDE, start, "0")).toEqual(firstCrop(WIDE));
    expect(cropAfterKey(WIDE, start, "Tab")).toBeUndefined();
  });
});

describe("what is sent", () => {
  it("has the edge that was cut, and no more than is of use", () => {
    expect(sentEdge(WIDE, firstCrop(WIDE))).toBe(400);
    expect(sentEdge({ width: 6000, height: 4000 }, firstCrop({ width: 6000, height: 4000 }))).toBe(MAX_EDGE);
  });

  it("in words", () => {
    expect(cropInWords(WIDE, { x: 200, y: 200, zoom: 1.5 })).toBe("Zoom 150 %, middle at 25 % across and 50 % down.");
  });
});
