import { useEffect, useState } from "react";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { FileSchool } from "#features/import/pure/person.ts";
import type { SchoolMeaning } from "#features/import/pure/match-school.ts";
import { lookUpSchool } from "./candidates.ts";

export type SchoolLookUp = {
  name: string;
  /** Undefined until the answer comes, and if none comes. */
  meaning: SchoolMeaning | undefined;
  isFailed: boolean;
  /** The chosen school's id; '' keeps the text. */
  chosen: string;
};

export function schoolChoice({ name, meaning, chosen }: SchoolLookUp): SchoolChoice {
  const listed = meaning?.offers.find(({ id }) => id === chosen);
  if (listed) return { schoolId: listed.id, schoolName: listed.name, logo: listed.logo };
  return { schoolId: "", schoolName: name, logo: "" };
}

/** Looks up the ticked school by its name, once. Names of other schools must not leave the device. */
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
