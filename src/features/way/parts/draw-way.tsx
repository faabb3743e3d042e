import { drawnFresh, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import type { WayPage } from "#features/way/read.server.ts";
import { WayAnswerView } from "./way-answer.tsx";
import { wayDrawing } from "./way-drawing.ts";

/**
 * For the loader: the answer, if anybody went this way. Nothing of it is kept: a quick second answer would reveal that
 * somebody has just asked the same.
 */
export function drawWay(drawing: Page, page: WayPage, today: string): Drawn | undefined {
  const { answer } = page;
  if (answer === undefined || (answer.people ?? 0) === 0) return undefined;
  return drawnFresh(drawing, <WayAnswerView page={page} answer={answer} drawing={wayDrawing(page)} today={today} />);
}
