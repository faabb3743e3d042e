import { useEffect, useRef, useState, type ReactNode } from "react";
import { linkedinHandle } from "#features/profile/rules.ts";
import { ImportSection, OUTCOME_FIELD, type ImportChange } from "#features/import/parts/import-section.tsx";
import { unratedRoles } from "./later.ts";
import type { ProfileForm } from "./form.ts";
import { closeStart, firstEmptyField, isOfferedStart } from "./start-choice.ts";
import type { EditorHandle } from "./use-editor.ts";

/** Undoes an import: restores the fields that it changed and keeps all others. */
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

/** The import panel above the form; also the start panel of an empty pipeline. Ticked rows go into the draft. */
export function ImportMount(props: { editor: EditorHandle; today: string }): ReactNode {
  const { state, dispatch, goTo } = props.editor;
  const { form, base } = state;
  const latest = useRef(form);
  // Decided once: if the panel disappeared while somebody types below it, their field would jump.
  const [isStarting, setStarting] = useState(() => isOfferedStart(base, form, localStorage));
  const unrated = unratedRoles(form.pipeline.stops, props.today).length;
  useEffect(() => {
    latest.current = form;
  }, [form]);
  return (
    <ImportSection
      handle={props.editor.importer}
      onTouched={props.editor.setChecking}
      onReview={props.editor.setReviewing}
      start={
        isStarting
          ? {
              // With unsaved text, Save is the primary button; only one primary button is shown at a time.
              isFirst: !props.editor.isDirty,
              onType: () => {
                closeStart(base._id, localStorage);
                setStarting(false);
                goTo(firstEmptyField(form), "at-top");
              },
            }
          : undefined
      }
      next={
        unrated > 0 && (
          <button type="button" className="btn btn--s btn--sm" onClick={() => props.editor.setRating(true)}>
            {unrated === 1 ? "Rate your job" : `Rate your ${unrated} jobs`}
          </button>
        )
      }
      owner={props.editor.owner}
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
        setStarting(false);
        dispatch({ do: "bring-back", form: { ...form, ...change } });
        goTo(OUTCOME_FIELD);
        return () => {
          dispatch({ do: "bring-back", form: takenBack(latest.current, form, change) });
          goTo(OUTCOME_FIELD);
        };
      }}
      onSchool={(typed, school) => {
        // Keep the value if the person has changed it since.
        const { schoolId, schoolName } = latest.current.school;
        if (schoolId === "" && schoolName === typed) dispatch({ do: "set", change: { school } });
      }}
    />
  );
}
