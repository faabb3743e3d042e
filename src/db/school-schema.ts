import type { Generated, GeneratedAlways } from "kysely";

export type SchoolTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  name: string;
  name_key: string;
  country: string;
  country_code: string;
  domains: Generated<string[]>;
  known: Generated<number>;
  same_as: number | null;
};
export type SchoolNameTable = {
  school_id: number;
  key: string;
  kind: "said" | "name" | "alias" | "acronym" | "asked" | "loose" | "place";
};
export type SchoolTermTable = { school_id: number; term: string };
