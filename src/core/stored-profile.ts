import type { DatePrecision } from "./calendar.ts";
import type { RoleKind } from "./role-kind.ts";
import type { RoleText, RoleTexts } from "./role-texts.ts";

/** The columns of a role itself. */
export type StoredRole = RoleTexts & {
  title: string;
  kind: RoleKind;
  start_date: string;
  end_date: string | null;
  date_precision: DatePrecision;
  rating: number | null;
};

/** How a save writes the titles that clients sent. Passed in, so that the code of a save needs no catalogue of titles. */
export type TitleRules = {
  displayTitle: (typed: string) => string;
  inferKind: (title: string) => RoleKind;
};

/** A role with its stop and its company, as a profile's query returns them: one row per role, in order of time. */
export type RoleRow = StoredRole & {
  /** The stop's public id. */
  stop_id: string;
  /**
   * The company's public id; the owner's own id for it while others may not know it; null if the company was deleted
   * and the stop is only text.
   */
  company_id: string | null;
  name: string;
  display_name: string;
  logo: string;
  /** Others may not see which company it is. */
  undisclosed: boolean;
};

/** A RoleRow without what only pages show (names, logos, ratings, texts): what the path engine reads. */
export type PathRow = Omit<RoleRow, "name" | "logo" | "rating" | RoleText>;

/** A profile with its school and picture, as its query gives it. */
export type ProfileRow = {
  id: number;
  public_id: string;
  first_name: string;
  last_name: string;
  username: string | null;
  linkedin: string;
  location: string;
  visibility: "public" | "anonymous" | "private";
  created: boolean;
  suspended: boolean;
  show_months: boolean;
  own_titles: boolean;
  hide_school: boolean;
  rev: number;
  school_text: string;
  school_public_id: string | null;
  school_name: string | null;
  school_country: string | null;
  school_country_code: string | null;
  picture_id: string | null;
};

/** Of a profile, what its line is made of. */
export type LineOwner = Pick<
  ProfileRow,
  | "public_id"
  | "visibility"
  | "show_months"
  | "own_titles"
  | "hide_school"
  | "school_text"
  | "school_public_id"
  | "school_name"
  | "school_country_code"
>;

export type StoredProfile = { row: ProfileRow; roles: readonly RoleRow[] };

/** A person as the numbers of companies and schools see them: with keys, which nobody else needs. */
export type CountedPerson = Pick<ProfileRow, "id" | "visibility" | "show_months" | "hide_school"> & {
  /** Others see the person in lists. */
  listed: boolean;
  school_id: number | null;
  stops: readonly {
    key: number;
    /** Null for a stop that is only text. */
    company_id: number | null;
    undisclosed: boolean;
    /** True at a company that people typed and that is not in the catalogue. */
    isTyped: boolean;
  }[];
  /** In the order of time. */
  roles: readonly (Pick<StoredRole, "kind" | "start_date" | "end_date" | "date_precision"> & {
    /** The key of its stop. */
    stop: number;
    position: number;
  })[];
};

/** A profile as a change of it needs it before and after. */
export type ChangingProfile = StoredProfile & { counted: CountedPerson };
