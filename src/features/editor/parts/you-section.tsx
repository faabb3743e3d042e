import type { ReactNode } from "react";
import { MAX_NAME } from "#features/profile/rules.ts";
import { SchoolCombobox } from "#features/school/parts/school-combobox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { VisibilityFields } from "./visibility-fields.tsx";
import type { EditorHandle } from "./use-editor.ts";

export function YouSection(props: { editor: EditorHandle }): ReactNode {
  const { state, dispatch, noteAt } = props.editor;
  const { form } = state;
  return (
    <section className="sec" aria-labelledby="ed-you">
      <h2 className="h-sec" id="ed-you">
        You
      </h2>
      <div className="ed-g3 ed-fields">
        {(["firstName", "lastName"] as const).map((field) => (
          <TextField
            key={field}
            label={field === "firstName" ? "First name" : "Last name"}
            name={field}
            autoComplete={field === "firstName" ? "given-name" : "family-name"}
            value={form[field]}
            onChange={(value) => dispatch({ do: "set", change: { [field]: value } })}
            onBlur={() => dispatch({ do: "touch", field })}
            error={noteAt(field)}
            maxLength={MAX_NAME + 40}
            isRequired
            fieldPath={field}
          />
        ))}
        <SchoolCombobox
          value={form.school}
          onChange={(school) => dispatch({ do: "set", change: { school } })}
          error={noteAt("school")}
        />
      </div>
      <VisibilityFields editor={props.editor} />
    </section>
  );
}
