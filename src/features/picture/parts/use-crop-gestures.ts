import { useEffect, type RefObject } from "react";
import { CENTRE, dragCrop, zoomCrop, type Crop, type Place, type Size } from "./crop.ts";

type Change = (next: (crop: Crop) => Crop) => void;

const WHEEL = 0.002;

/** The position of a pointer in the stage, 0 to 1. */
function placeIn(stage: DOMRect, pointer: { clientX: number; clientY: number }): Place {
  return { x: (pointer.clientX - stage.left) / stage.width, y: (pointer.clientY - stage.top) / stage.height };
}

/** Dragging by mouse, pen or finger, two fingers and the wheel to zoom. */
export function useCropGestures(stage: RefObject<HTMLElement | null>, size: Size | undefined, change: Change): void {
  useEffect(() => {
    const element = stage.current;
    if (!element || !size) return;
    const pointers = new Map<number, Place>();

    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, placeIn(element.getBoundingClientRect(), event));
    };
    const move = (event: PointerEvent): void => {
      const from = pointers.get(event.pointerId);
      if (!from) return;
      const to = placeIn(element.getBoundingClientRect(), event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, to);
      if (!other) {
        change((crop) => dragCrop(size, crop, to.x - from.x, to.y - from.y));
        return;
      }
      const apart = (place: Place): number => Math.hypot(place.x - other.x, place.y - other.y);
      const ratio = apart(from) === 0 ? 1 : apart(to) / apart(from);
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      change((crop) =>
        zoomCrop(size, dragCrop(size, crop, (to.x - from.x) / 2, (to.y - from.y) / 2), crop.zoom * ratio, middle),
      );
    };
    const up = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const at = placeIn(element.getBoundingClientRect(), event);
      const isOver = at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1;
      change((crop) => zoomCrop(size, crop, crop.zoom * Math.exp(-event.deltaY * WHEEL), isOver ? at : CENTRE));
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    // Not passive: the page behind must stay where it is.
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("wheel", wheel);
    };
  }, [stage, size, change]);
}
