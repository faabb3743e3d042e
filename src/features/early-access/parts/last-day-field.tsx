import type { ReactNode } from "react";
import { TextField } from "#ui/text-field.tsx";

/** Until when a code lets people in. */
export function LastDayField(props: {
  value: string;
  error: string | undefined;
  onChange: (lastDay: string) => void;
}): ReactNode {
  return (
    <TextField
      label={
        <>
          Last day <span className="faint">optional</span>
        </>
      }
      type="date"
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      hint="Without one it is valid until revoked."
      fieldPath="lastDay"
    />
  );
}
