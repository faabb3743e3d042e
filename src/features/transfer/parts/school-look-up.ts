import { useEffect, useState } from "react";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { FileSchool } from "#features/transfer/pure/person.ts";
import type { SchoolMeaning } from "#features/transfer/pure/school.ts";
import { lookUpSchool } from "./candidates.ts";

/** What is known of the school a file names, while it is ticked. */
export type SchoolLookUp = {
  name: string;
  /** Undefined until the answer is there, and where none came. */
  meaning: SchoolMeaning | undefined;
  isFailed: boolean;
  /** The id of the one it becomes; '' = it stays as it is written. */
  chosen: string;
};

export function schoolChoice({ name, meaning, chosen }: SchoolLookUp): SchoolChoice {
  const listed = meaning?.offers.find(({ id }) => id === chosen);
  if (listed) return { schoolId: listed.id, schoolName: listed.name, logo: listed.logo };
  return { schoolId: "", schoolName: name, logo: "" };
}

/**
 * Looks a school up by its name. `asked` is the one that is ticked: the name
 * of one that is not must not leave the device, and none is asked for twice.
 */
export function useSchoolLookUp(asked: FileSchool | undefined): {
  lookUp: SchoolLookUp | undefined;
  onChoose: (id: string) => void;
  isTouched: boolean;
} {
  const [answers, setAnswers] = useState<ReadonlyMap<string, SchoolMeaning | "failed">>(new Map());
  const [picks, setPicks] = useState<ReadonlyMap<string, string>>(new Map());
  const { name, ownId } = asked ?? {};
  const answer = name === undefined ? undefined : answers.get(name);
  const isAsking = name !== undefined && answer === undefined;
  useEffect(() => {
    if (!isAsking) return undefined;
    const mine = new AbortController();
    void lookUpSchool({ name, ownId }, mine.signal).then((meaning) => {
      if (!mine.signal.aborted) setAnswers((before) => new Map([...before, [name, meaning ?? "failed"]]));
    });
    return () => mine.abort();
  }, [isAsking, name, ownId]);
  const meaning = answer === "failed" ? undefined : answer;
  return {
    lookUp:
      name === undefined
        ? undefined
        : { name, meaning, isFailed: answer === "failed", chosen: picks.get(name) ?? meaning?.chosen ?? "" },
    onChoose: (id) => {
      if (name !== undefined) setPicks((before) => new Map([...before, [name, id]]));
    },
    isTouched: picks.size > 0,
  };
}
