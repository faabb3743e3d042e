import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { CompanyCombobox } from "#features/catalogue/parts/company-combobox.tsx";
import { mapTexts } from "#core/role-texts.ts";
import { MAX_ROLES } from "#features/pipeline/check.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { fieldName } from "./form.ts";
import { OrderNote } from "./order-note.tsx";
import { RoleFields } from "./role-fields.tsx";
import { StopRing } from "./stop-row.tsx";
import { trackKindOf } from "./track-kind.ts";
import type { EditorHandle } from "./use-editor.ts";

export function StopFormPanel(props: {
  editor: EditorHandle;
  stop: StopDraft;
  index: number;
  today: string;
}): ReactNode {
  const { editor, stop, index, today } = props;
  const { dispatch, noteAt } = editor;
  const company = fieldName.company(stop.tempId2);
  const name = stop.companyName.trim();
  return (
    <li className="eb" data-t={trackKindOf(stop)}>
      <StopRing stop={stop} hasError={noteAt(company) !== undefined} />
      <fieldset className="eb-form panel">
        <legend className="sr">
          Stop {index + 1}
          {name === "" ? "" : `, ${name}`}
        </legend>
        <div className="eb-form__h">
          <span className="h-sub" aria-hidden="true">
            Stop {index + 1}
          </span>
          <button
            type="button"
            className="btn btn--g btn--sm"
            aria-label={name === "" ? "Remove this stop" : `Remove ${name}`}
            onClick={() => editor.removeStop(stop)}
          >
            <Trash2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
            Remove
          </button>
        </div>
        {stop.roles.map((role, position) => (
          <RoleFields
            key={role.tempId2}
            dispatch={dispatch}
            onRemove={editor.removeRole}
            stop={stop.tempId2}
            role={role}
            position={position}
            isOnly={stop.roles.length === 1}
            isUndisclosed={position === 0 && stop.undisclosed === true}
            today={today}
            titleNote={noteAt(fieldName.title(role.tempId2))}
            startNote={noteAt(fieldName.startDate(role.tempId2))}
            endNote={noteAt(fieldName.endDate(role.tempId2))}
            {...mapTexts((text) => noteAt(fieldName.text(text, role.tempId2)))}
            company={
              position > 0 ? undefined : (
                <CompanyCombobox
                  label="Company"
                  value={stop}
                  onChange={(choice) =>
                    dispatch({ do: "pipeline", action: { do: "set-company", stop: stop.tempId2, ...choice } })
                  }
                  onBlur={() => dispatch({ do: "touch", field: company })}
                  offersTyped
                  error={noteAt(company)}
                  isRequired
                  fieldPath={company}
                />
              )
            }
            more={
              position > 0 ? undefined : (
                <div className="eb-kept">
                  <Checkbox
                    label="Undisclosed company"
                    isChecked={stop.undisclosed === true}
                    onChange={(undisclosed) =>
                      dispatch({ do: "pipeline", action: { do: "set-undisclosed", stop: stop.tempId2, undisclosed } })
                    }
                    describedBy={`kept-${stop.tempId2}`}
                  />
                  <p className="small dim" id={`kept-${stop.tempId2}`}>
                    Others see “Undisclosed company” with your title and years, and no link.
                  </p>
                </div>
              )
            }
          />
        ))}
        <div className="eb-form__f">
          {stop.roles.length < MAX_ROLES && (
            <button
              type="button"
              className="btn btn--g btn--sm"
              onClick={() => dispatch({ do: "pipeline", action: { do: "add-role", stop: stop.tempId2 } })}
            >
              <Plus className="icon" size={16} strokeWidth={2} aria-hidden="true" />
              Add another role {name === "" ? "here" : `at ${name}`}
            </button>
          )}
          <button type="button" className="btn btn--s btn--sm" onClick={() => editor.closeStop(stop.tempId2)}>
            Done
          </button>
        </div>
      </fieldset>
      <OrderNote editor={editor} stop={stop} />
    </li>
  );
}
