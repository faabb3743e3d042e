import { useEffect, useRef, type ReactNode } from "react";
import { linkedinHandle } from "#features/pipeline/check.ts";
import { ImportSection, type ImportChange } from "#features/transfer/parts/import-section.tsx";
import type { ProfileForm } from "./form.ts";
import type { EditorHandle } from "./use-editor.ts";

/** What an import brought is as it was before; what was changed elsewhere since stays. */
function takenBack(now: ProfileForm, before: ProfileForm, change: ImportChange): ProfileForm {
  const { location, linkedin, ...rest } = now;
  const was = new Map(Object.entries(before));
  const back = Object.fromEntries(Object.keys(change).flatMap((key) => (was.has(key) ? [[key, was.get(key)]] : [])));
  return {
    ...rest,
    ...(change.location === undefined && location !== undefined ? { location } : {}),
    ...(change.linkedin === undefined && linkedin !== undefined ? { linkedin } : {}),
    ...back,
  };
}

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
        linkedin: form.linkedin ?? linkedinHandle(base.linkedin) ?? "",
        visibility: form.visibility,
        showMonths: form.showMonths,
        hideSchool: form.hideSchool,
      }}
      onTake={(change) => {
        dispatch({ do: "bring-back", form: { ...form, ...change } });
        goTo("line");
        return () => {
          dispatch({ do: "bring-back", form: takenBack(latest.current, form, change) });
          goTo("line");
        };
      }}
      onSchool={(typed, school) => {
        // Unless the person has put another one there since.
        const { schoolId, schoolName } = latest.current.school;
        if (schoolId === "" && schoolName === typed) dispatch({ do: "set", change: { school } });
      }}
    />
  );
}
