/**
 * The tables as Kysely sees them; columns as in src/db/migrations. Calendar
 * dates come and go as `YYYY-MM-DD` text, bigint keys as number.
 */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type Instant = ColumnType<Date, Date | string, Date | string>;

export type AccountTable = {
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  created_on: Generated<string>;
  suspended: Generated<boolean>;
};

export type SessionTable = {
  token_hash: Buffer;
  account_id: string;
  kind: "browser" | "client";
  created_at: Instant;
  used_at: Instant;
  expires_at: Instant;
  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
};

export type AdminTable = {
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  created_at: Generated<Date>;
};

export type RateLimitTable = { bucket: string; window_start: Instant; hits: number };

export type CatalogueVersionTable = { name: string; hash: string };

export type SchoolTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  name: string;
  name_key: string;
  country: string;
  country_code: string;
  domains: Generated<string[]>;
};
export type SchoolTermTable = { school_id: number; term: string };

export type CompanyTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  name: string;
  display_name: string;
  description: Generated<string>;
  country_code: Generated<string>;
  domain: Generated<string>;
  logo: Generated<string>;
  status: Generated<"listed" | "new">;
};
export type CompanyAliasTable = { alias_key: string; company_id: number; alias: string };
export type CompanyTermTable = { company_id: number; term: string };

export type ProfileTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  owner_key: Buffer | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  username: string | null;
  linkedin: Generated<string>;
  location: Generated<string>;
  visibility: Generated<"public" | "anonymous" | "private">;
  school_id: number | null;
  school_text: Generated<string>;
  created: Generated<boolean>;
  stops: Generated<number>;
  listed: GeneratedAlways<boolean>;
  rev: Generated<number>;
  sort_key: number;
  demo: Generated<boolean>;
  deal: Generated<number>;
};

export type EntryTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  profile_id: number;
  company_id: number | null;
  company_name: string;
  sort_key: number;
  listed: boolean;
};

export type RoleTable = {
  id: GeneratedAlways<number>;
  entry_id: number;
  profile_id: number;
  title: string;
  kind: "intern" | "co-op" | "part-time" | "full-time" | "contract" | "founder" | "research" | "other";
  start_date: string;
  end_date: string | null;
  is_current: boolean;
  date_precision: "year" | "month" | "day";
  rating: number | null;
};

export type CompanyStatsTable = {
  company_id: number;
  employees: Generated<number>;
  interns: Generated<number>;
  raters: Generated<number>;
  rating_sum: Generated<number>;
  tenure_days: Generated<number>;
  stays: Generated<number>;
  people: GeneratedAlways<number>;
};
export type CompanyMoveTable = { from_company: number; to_company: number; people: number };
export type SchoolTallyTable = { school_id: number; company_id: number; people: number };

export type SuggestionTable = {
  id: GeneratedAlways<number>;
  type: "company" | "website-issues" | "other";
  text: string;
  created_at: Instant;
};

export type ContributionCompanyView = {
  profile_id: number;
  company_id: number;
  employees: number;
  interns: number;
  raters: number;
  rating_sum: number;
  tenure_days: number;
  stays: number;
};
export type ContributionMoveView = { profile_id: number; from_company: number; to_company: number };
export type ContributionSchoolView = { profile_id: number; school_id: number; company_id: number };

export type DB = {
  account: AccountTable;
  session: SessionTable;
  admin: AdminTable;
  rate_limit: RateLimitTable;
  catalogue_version: CatalogueVersionTable;
  school: SchoolTable;
  school_term: SchoolTermTable;
  company: CompanyTable;
  company_alias: CompanyAliasTable;
  company_term: CompanyTermTable;
  profile: ProfileTable;
  entry: EntryTable;
  role: RoleTable;
  company_stats: CompanyStatsTable;
  company_move: CompanyMoveTable;
  school_tally: SchoolTallyTable;
  suggestion: SuggestionTable;
  contribution_company: ContributionCompanyView;
  contribution_move: ContributionMoveView;
  contribution_school: ContributionSchoolView;
};
