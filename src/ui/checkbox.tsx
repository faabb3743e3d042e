import { Check } from "lucide-react";
import type { ReactNode } from "react";

export function Checkbox(props: {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** "small" for a checkbox beside a field's label. */
  size?: "small";
  describedBy?: string;
}): ReactNode {
  return (
    <label className={props.size === "small" ? "check check--small small" : "check"}>
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
        aria-describedby={props.describedBy}
      />
      <span className="check__box">
        <Check className="icon" size={14} strokeWidth={2.5} aria-hidden="true" />
      </span>
      {props.label}
    </label>
  );
}
