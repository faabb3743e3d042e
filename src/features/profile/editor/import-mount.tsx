import { useEffect, useRef, type ReactNode } from "react";
import { ImportSection } from "#features/transfer/parts/import-section.tsx";
import type { EditorHandle } from "./use-editor.ts";

/** The import beside the form: what is taken stands in the draft, and the focus goes to the line. */
export function ImportMount(props: { editor: EditorHandle }): ReactNode {
  const { state, dispatch, goTo } = props.editor;
  const { form, base } = state;
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  }, [form]);
  return (
    <ImportSection
      handle={props.editor.importer}
      profileId={base._id}
      pipeline={form.pipeline}
      now={{
        firstName: form.firstName,
        lastName: form.lastName,
        schoolName: form.school.schoolName,
        location: form.location ?? base.location,
      }}
      onTake={(change) => {
        dispatch({ do: "bring-back", form: { ...form, ...change } });
        goTo("line");
      }}
      onSchool={(typed, school) => {
        // Unless the person has put another one there since.
        const { schoolId, schoolName } = latest.current.school;
        if (schoolId === "" && schoolName === typed) dispatch({ do: "set", change: { school } });
      }}
    />
  );
}
