import { useEffect, useRef, type ReactNode } from "react";
import { linkedinHandle } from "#features/profile/rules.ts";
import { ImportSection, OUTCOME_FIELD, type ImportChange } from "#features/import/parts/import-section.tsx";
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

/** Where the focus goes once something was taken. On a small screen the line is far from what is said, and from Undo. */
function nextPlace(): string {
  return window.matchMedia("(max-width: 767px)").matches ? OUTCOME_FIELD : "line";
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
      onTouched={props.editor.setChecking}
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
        ownTitles: form.ownTitles,
        hideSchool: form.hideSchool,
      }}
      onTake={(change) => {
        dispatch({ do: "bring-back", form: { ...form, ...change } });
        goTo(nextPlace());
        return () => {
          dispatch({ do: "bring-back", form: takenBack(latest.current, form, change) });
          goTo(nextPlace());
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
