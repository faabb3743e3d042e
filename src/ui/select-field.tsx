import { useId, type ReactNode } from "react";

/** A choice of a few options in the browser's own list. */
export function SelectField<Value extends string>(props: {
  label: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <select
        id={id}
        className="input input--select"
        value={props.value}
        onChange={(event) => {
          const chosen = props.options.find(({ value }) => value === event.target.value);
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
