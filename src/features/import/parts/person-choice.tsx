import type { ReactNode } from "react";
import { PERSON_WORDS, schoolsOf, type PersonDifference, type PersonField } from "#features/import/pure/person.ts";
import type { ReadResult } from "#features/import/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/select-field.tsx";
import type { SchoolLookUp } from "./school-look-up.ts";
import { SchoolMeaningField } from "./school-meaning.tsx";

/** Checkboxes for what the files say about the person. */
export function PersonChoice(props: {
  result: ReadResult;
  differences: readonly PersonDifference[];
  ticked: ReadonlySet<PersonField>;
  onTick: (field: PersonField, isTicked: boolean) => void;
  /** Index among the files' schools. */
  school: number;
  onSchool: (school: number) => void;
  lookUp?: SchoolLookUp | undefined;
  onMeaning?: (id: string) => void;
}): ReactNode {
  const { differences, ticked } = props;
  if (differences.length === 0) return undefined;
  const schools = schoolsOf(props.result);
  return (
    <ul className="imp-who" aria-label="About you">
      {differences.map(({ field, mine, file, last }) => (
        <li key={field}>
          <Checkbox
            isChecked={ticked.has(field)}
            onChange={(isTicked) => props.onTick(field, isTicked)}
            label={
              <span>
                <span className="semi">
                  {PERSON_WORDS[field]}: {file}
                </span>
                {mine !== "" && <span className="dim"> instead of {mine}</span>}
                {last !== undefined && <span className="faint small"> (last import: {last})</span>}
              </span>
            }
          />
          {field === "school" && schools.length > 1 && (
            <SelectField
              label="The school your line starts at"
              value={String(props.school)}
              onChange={(place) => props.onSchool(Number(place))}
              options={schools.map((one, index) => ({ value: String(index), label: one.school }))}
            />
          )}
          {field === "school" && props.lookUp && props.onMeaning && (
            <SchoolMeaningField lookUp={props.lookUp} onChoose={props.onMeaning} />
          )}
        </li>
      ))}
    </ul>
  );
}
