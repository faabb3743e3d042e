import type { ReactNode } from "react";
import { latestSchool } from "#features/transfer/pure/stops.ts";
import type { Education, ReadResult } from "#features/transfer/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/select-field.tsx";

/** What the editor has of the person by now. */
export type PersonNow = { firstName: string; lastName: string; schoolName: string; location: string };

/** What of the person is ticked; the school as a place among the file's. */
export type PersonPick = { takesName: boolean; takesCountry: boolean; takesSchool: boolean; school: number };

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** What there is to take of the person: nothing that the editor has already. */
export function personOffer(
  found: ReadResult,
  now: PersonNow,
): { name: string; schools: readonly Education[]; country: string } {
  const { profile } = found;
  const country = profile?.countryName ?? "";
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : "";
  const known = found.education.some(({ school }) => isSame(school, now.schoolName));
  return {
    country: isSame(country, now.location) ? "" : country,
    name: isSame(name, `${now.firstName} ${now.lastName}`) ? "" : name,
    schools: known ? [] : [...new Map(found.education.map((one) => [one.school, one])).values()],
  };
}

/** Ticked at first: what the editor has nothing of. */
export function firstPick(found: ReadResult, now: PersonNow): PersonPick {
  const { name, country, schools } = personOffer(found, now);
  const latest = latestSchool(schools);
  return {
    takesName: name !== "" && now.firstName.trim() === "" && now.lastName.trim() === "",
    takesCountry: country !== "" && now.location.trim() === "",
    takesSchool: schools.length > 0 && now.schoolName.trim() === "",
    school: latest ? schools.findIndex(({ school }) => school === latest.school) : 0,
  };
}

/** Name and school of a file, to be taken or left. */
export function PersonChoice(props: {
  found: ReadResult;
  now: PersonNow;
  pick: PersonPick;
  onPick: (pick: PersonPick) => void;
}): ReactNode {
  const { pick, onPick, now } = props;
  const { name, country, schools } = personOffer(props.found, now);
  if (name === "" && country === "" && schools.length === 0) return undefined;
  const mine = `${now.firstName} ${now.lastName}`.trim();
  const school = schools[pick.school]?.school ?? "";
  return (
    <ul className="imp-who">
      {name !== "" && (
        <li>
          <Checkbox
            isChecked={pick.takesName}
            onChange={(takesName) => onPick({ ...pick, takesName })}
            label={
              <span>
                <span className="semi">Name: {name}</span>
                {mine !== "" && <span className="dim"> instead of {mine}</span>}
              </span>
            }
          />
        </li>
      )}
      {country !== "" && (
        <li>
          <Checkbox
            isChecked={pick.takesCountry}
            onChange={(takesCountry) => onPick({ ...pick, takesCountry })}
            label={
              <span>
                <span className="semi">Location: {country}</span>
                {now.location.trim() !== "" && <span className="dim"> instead of {now.location}</span>}
              </span>
            }
          />
        </li>
      )}
      {schools.length > 0 && (
        <li>
          <Checkbox
            isChecked={pick.takesSchool}
            onChange={(takesSchool) => onPick({ ...pick, takesSchool })}
            label={
              <span>
                <span className="semi">School: {school}</span>
                {now.schoolName.trim() !== "" && <span className="dim"> instead of {now.schoolName}</span>}
              </span>
            }
          />
          {schools.length > 1 && (
            <SelectField
              label="The school your line starts at"
              value={String(pick.school)}
              onChange={(place) => onPick({ ...pick, takesSchool: true, school: Number(place) })}
              options={schools.map((one, index) => ({ value: String(index), label: one.school }))}
            />
          )}
        </li>
      )}
    </ul>
  );
}
