/** Stats: numbers derived from stops, the people behind published numbers, and the views that count. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export type CompanyStatsTable = {
  company_id: number;
  visible_employees: Generated<number>;
  visible_interns: Generated<number>;
  hidden_employees: Generated<number>;
  hidden_interns: Generated<number>;
  employees: GeneratedAlways<number>;
  interns: GeneratedAlways<number>;
  raters: Generated<number>;
  rating_sum: Generated<number>;
  tenure_days: Generated<number>;
  stays: Generated<number>;
  first_stops: Generated<number>;
  open_stops: Generated<number>;
  people: GeneratedAlways<number>;
  came: Generated<number>;
  went: Generated<number>;
  size_class: GeneratedAlways<number>;
};
export type CompanyMoveTable = {
  from_company: number;
  to_company: number;
  visible_people: Generated<number>;
  hidden_people: Generated<number>;
  people: GeneratedAlways<number>;
  size_class: GeneratedAlways<number>;
};
export type SchoolCompanyStatsTable = {
  school_id: number;
  company_id: number;
  visible_people: Generated<number>;
  hidden_people: Generated<number>;
  people: GeneratedAlways<number>;
  first_stops: Generated<number>;
  size_class: GeneratedAlways<number>;
  first_class: GeneratedAlways<number>;
};

type CompanyDayTable = { company_id: number; day: string; change: number };
/** `company_id` is null if the company is not shown. */
type AnonymousStopTable = {
  stop_id: number;
  profile_id: number;
  company_id: number | null;
  began: string;
  shows_month: boolean;
  demo: boolean;
};
type AnonymousTitleTable = { title: string; profile_id: number };
type SchoolStatsTable = { school_id: number; visible_people: Generated<number> };

/** What a rating tells, alone or compared with the next stop's rating. */
type Answer = `face-${1 | 2 | 3 | 4 | 5}` | `${"came" | "left"}-${"worse" | "same" | "better"}`;

/** Which number of hidden people, or of ratings. Keys that the kind does not need are 0. */
export type AggregateKey = {
  kind: "employees" | "interns" | "move" | "school" | "alumni" | Answer | `${"hidden" | "demo"}-${Answer}`;
  company_id: number;
  next_company_id: number;
  school_id: number;
};
export type PublishedAggregateTable = AggregateKey & { members: number; people: number };
type LeftOn = ColumnType<string | null, string | null | undefined, string | null>;
export type PublishedMemberTable = AggregateKey & { profile_id: number; left_on: LeftOn };
export type WaitingMemberTable = AggregateKey & { profile_id: number; since: string };

/** Whose ratings: those of people whom everybody sees, of hidden people, or of demo people. */
export type Raters = "visible" | "hidden" | "demo";
export type PublishedRatingTable = {
  company_id: number;
  raters: Raters;
  members: number;
  rating_sum: number;
  shown: boolean;
};
export type PublishedRatingMemberTable = {
  company_id: number;
  profile_id: number;
  raters: Raters;
  rating: number;
  left_on: LeftOn;
};
export type WaitingRatingTable = {
  company_id: number;
  profile_id: number;
  raters: "visible" | "hidden";
  rating: number;
  since: string;
};

export type CompanyStatsByPersonView = {
  profile_id: number;
  company_id: number;
  employees: number;
  interns: number;
  tenure_days: number;
  stays: number;
  first_stops: number;
  open_stops: number;
};
export type CompanyMoveByPersonView = {
  profile_id: number;
  from_company: number;
  to_company: number;
  is_visible: boolean;
};
export type SchoolCompanyStatsByPersonView = {
  profile_id: number;
  school_id: number;
  company_id: number;
  first_stops: number;
};

type PublishPersonTable = { id: Generated<number>; profile_id: number };
type PublishCellTable = Omit<AggregateKey, "kind"> & { id: Generated<number>; kind: string };
type PublishStateTable = {
  is_only: Generated<boolean>;
  walked_to: number | null;
  confirmed_by: Date | null;
  stop_day: string | null;
  rating_day: string | null;
  began_at: Date | null;
  failures: Generated<number>;
  last_error: Generated<string>;
};

/** The queue of numbers to publish in batches. */
export type PublishTables = {
  publish_person: PublishPersonTable;
  publish_cell: PublishCellTable;
  publish_state: PublishStateTable;
};

/** Numbers that each save keeps up to date. */
export type KeptTables = {
  company_day: CompanyDayTable;
  school_stats: SchoolStatsTable;
  anonymous_stop: AnonymousStopTable;
  anonymous_title: AnonymousTitleTable;
};
