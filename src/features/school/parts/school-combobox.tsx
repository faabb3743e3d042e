import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import { keyOf } from "#core/text.ts";
import type { SchoolView } from "#features/school/schema.ts";
import { Combobox } from "#ui/combobox.tsx";
import { useLookup, type Load } from "#ui/form-lookup.ts";
import { Mark } from "#features/drawing/parts/marks.tsx";

/** Draws in the browser only (see ClientOnly). */

/** A school in a field: listed ones have an id, typed ones only their name. */
export type SchoolChoice = { schoolId: string; schoolName: string; logo: string };

const SCHOOL_DELAY_MS = 100;

const findSchools: Load<SchoolView> = async (text, signal) => {
  const schools = await api.request("GET /api/school/get/schools/{text}", { path: { text }, signal });
  // One row per name and country, should a list ever hold two.
  const seen = new Set<string>();
  return schools.filter((school) => {
    const key = `${keyOf(school.name)}/${school.alpha_two_code}/${school.country}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

function choiceOf(school: SchoolView): SchoolChoice {
  return { schoolId: school._id, schoolName: school.name, logo: school.logo };
}

function SchoolMark(props: { name: string; logo: string }): ReactNode {
  return (
    <span className="st st--s st--plain" data-kind="school">
      <Mark name={props.name} logo={props.logo} />
    </span>
  );
}

export function SchoolCombobox(props: {
  value: SchoolChoice;
  onChange: (choice: SchoolChoice) => void;
  error: string | undefined;
}): ReactNode {
  const { value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const found = useLookup(isOpen ? value.schoolName : undefined, findSchools, SCHOOL_DELAY_MS);

  return (
    <Combobox
      label="School"
      value={value.schoolName}
      onType={(schoolName) => onChange({ schoolId: "", schoolName, logo: "" })}
      onPick={(key) => {
        const school = found.options.find((option) => option._id === key);
        if (school) onChange(choiceOf(school));
      }}
      onBlur={() => {
        // A full name that only one school has selects that school.
        if (value.schoolId !== "") return;
        const same = found.options.filter((school) => keyOf(school.name) === keyOf(value.schoolName));
        const [only] = same;
        if (only && same.length === 1) onChange(choiceOf(only));
      }}
      options={found.options.map((school) => ({
        key: school._id,
        text: school.name,
        mark: <SchoolMark name={school.name} logo={school.logo} />,
        ...(school.country === "" ? {} : { note: school.country }),
      }))}
      isLoading={found.isLoading}
      offersTyped
      failure={found.failure}
      empty="No school on this site with that name."
      onOpenChange={setOpen}
      before={
        value.schoolName.trim() === "" ? (
          <Search className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        ) : (
          <SchoolMark name={value.schoolName} logo={value.logo} />
        )
      }
      placeholder="Search schools"
      error={props.error}
      fieldPath="school"
    />
  );
}
