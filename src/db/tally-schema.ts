/** What is derived from stops: numbers, who stands behind the published ones, and the views they are counted by. */
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
  cell: "employees" | "interns" | "move" | "school" | "alumni";
  a: number;
  b: number;
  members: number;
  people: number;
};
type LeftAt = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type HiddenMemberTable = {
  cell: HiddenCellTable["cell"];
  a: number;
  b: number;
  profile_id: number;
  left_at: LeftAt;
};
export type HiddenWaitingTable = Omit<HiddenMemberTable, "left_at"> & { since: Date };
/** Whose ratings: of people whom everybody sees, of hidden ones, of demo people. */
export type RatingPart = "visible" | "hidden" | "demo";
export type RatingCellTable = {
  company_id: number;
  part: RatingPart;
  members: number;
  rating_sum: number;
  shown: boolean;
};
export type RatingMemberTable = {
  company_id: number;
  profile_id: number;
  part: Generated<RatingPart>;
  rating: number;
  left_at: LeftAt;
};
export type RatingWaitingTable = {
  company_id: number;
  profile_id: number;
  part: RatingPart;
  rating: number;
  since: Date;
};

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
