/** What is derived from stops: numbers, who stands behind the published ones, and the views they are counted by. */
import type { Generated, GeneratedAlways } from "kysely";

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
};
export type CompanyMoveTable = {
  from_company: number;
  to_company: number;
  visible: Generated<number>;
  hidden: Generated<number>;
  people: GeneratedAlways<number>;
};
export type SchoolTallyTable = {
  school_id: number;
  company_id: number;
  visible: Generated<number>;
  hidden: Generated<number>;
  people: GeneratedAlways<number>;
  first_stops: Generated<number>;
};
export type HiddenCellTable = {
  cell: "employees" | "interns" | "move" | "school";
  a: number;
  b: number;
  members: number;
  people: number;
};
export type HiddenMemberTable = { cell: HiddenCellTable["cell"]; a: number; b: number; profile_id: number };
export type RatingMemberTable = { company_id: number; profile_id: number; rating: number };

export type ContributionCompanyView = {
  profile_id: number;
  company_id: number;
  employees: number;
  interns: number;
  tenure_days: number;
  stays: number;
  first_stops: number;
  open_stops: number;
};
export type ContributionMoveView = { profile_id: number; from_company: number; to_company: number };
export type ContributionSchoolView = { profile_id: number; school_id: number; company_id: number; first_stops: number };
