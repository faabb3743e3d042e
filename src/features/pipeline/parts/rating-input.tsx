import { useId, type KeyboardEvent, type ReactNode } from "react";
import { FaceScale, isLevel, levelName } from "#ui/face.tsx";

const RATING_OF = [0, 20, 40, 60, 80, 100] as const;

/** Keys that take the chosen face back; a browser does nothing on Space where a radio button is chosen already. */
const CLEARING = new Set([" ", "Delete", "Backspace"]);

/** "How was it?": five faces, 20 to 100. A second press on the chosen face removes the rating (0). */
export function RatingInput(props: { value: number; onChange: (rating: number) => void }): ReactNode {
  const name = useId();
  const level = props.value / 20;
  const clear = (event: KeyboardEvent): void => {
    const isChosen = event.target instanceof HTMLInputElement && event.target.checked;
    if (!isChosen || !CLEARING.has(event.key)) return;
    event.preventDefault();
    props.onChange(0);
  };
  return (
    <div className="eb-rate" role="presentation" onKeyDown={clear}>
      <span className="label" aria-hidden="true">
        How was it?
      </span>
      <FaceScale
        name={name}
        label="How was it?"
        level={isLevel(level) ? level : 0}
        onLevel={(next) => props.onChange(RATING_OF[next])}
      />
      <span className="small dim" aria-live="polite">
        {isLevel(level) ? levelName(level) : "Not rated"}
      </span>
    </div>
  );
}
