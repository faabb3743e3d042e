import { useId, type ReactNode } from "react";

/** A switch drawn as a ring on a track: on or off, at once. Its label can be pressed too. */
export function Switch(props: {
  label: ReactNode;
  /** Read out with the label, for example what switching it on means. */
  note?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="anonbox">
      <span className="switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={props.isOn}
          onChange={(event) => props.onChange(event.target.checked)}
          aria-describedby={props.note === undefined ? undefined : `${id}-note`}
        />
      </span>
      <span className="ui">
        <label className="semi" htmlFor={id}>
          {props.label}
        </label>
        {props.note !== undefined && (
          <span className="dim switch__note" id={`${id}-note`}>
            {props.note}
          </span>
        )}
      </span>
    </div>
  );
}
