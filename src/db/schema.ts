/** The tables as Kysely sees them; columns as in src/db/migrations. Dates are `YYYY-MM-DD`, bigint keys numbers. */
import type { StoredRole } from "#core/stored-profile.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type {
  AccountLinkTable,
  AccountTable,
  Instant,
  Json,
  LoginFailureTable,
  MaybeInstant,
  NetworkFlowTable,
  NetworkIdentityTable,
  NetworkTicketTable,
  PasskeyChallengeTable,
  PasskeyTable,
  ForgottenTable,
  LastBackupTable,
  SavedRouteTable,
  SessionTable,
  UsernameReservedTable,
} from "./account-schema.ts";
import type { FollowTables } from "./follow-schema.ts";
import type { PathTables } from "./path-schema.ts";
import type { PictureTables } from "./picture-schema.ts";
import type { OpenDataTables } from "./open-data-schema.ts";
import type { ReportTables } from "./report-schema.ts";
import type {
  CompanyMoveByPersonView,
  CompanyMoveTable,
  CompanyStatsByPersonView,
  CompanyStatsTable,
  KeptTables,
  PublishedAggregateTable,
  PublishedMemberTable,
  PublishedRatingMemberTable,
  PublishedRatingTable,
  PublishTables,
  SchoolCompanyStatsByPersonView,
  SchoolCompanyStatsTable,
  WaitingMemberTable,
  WaitingRatingTable,
} from "./stats-schema.ts";
import type { SchoolNameTable, SchoolTable, SchoolTermTable } from "./school-schema.ts";

type AdminTable = {
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  created_at: Generated<Date>;
  totp_secret: Buffer | null;
  totp_enabled: Generated<boolean>;
  totp_step: Generated<number>;
};
type AdminSessionTable = {
  public_id: string;
  admin_id: string;
  kind: "browser" | "client";
  device: Generated<string>;
  handle_hash: Buffer | null;
  created_at: Instant;
  used_at: Instant;
  expires_at: Instant;
  ended_at: MaybeInstant;
};
type AdminTokenTable = { token_hash: Buffer; session_id: string; created_at: Instant };
type AuditLogTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  at: Instant;
  actor_kind: "admin" | "account" | "command" | "system";
  actor: string;
  action: string;
  target: Generated<string>;
  detail: Json<Record<string, unknown>>;
  origin: Generated<string>;
};
type CompanyMergeTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  from_public_id: string;
  from_name: string;
  into_company: number | null;
  undo: Json<Record<string, unknown>>;
  merged_at: Instant;
  undone_at: MaybeInstant;
  /** True if others could see the merged company. */
  name_was_public: Generated<boolean>;
};

type ShareLinkTable = { id: string; profile_id: number; level: "everything" | "no-name" | "only-line" };

type RateLimitTable = { bucket: string; window_start: Instant; hits: number };

type CatalogueVersionTable = { name: string; hash: string };

type CompanyTable = {
  id: Generated<number>;
  public_id: string;
  name: string;
  display_name: string;
  description: Generated<string>;
  country_code: Generated<string>;
  domain: Generated<string>;
  logo: Generated<string>;
  status: Generated<"listed" | "new">;
  edited: Generated<boolean>;
};
type CompanyDeletedTable = { name: string };
type CompanyLogoTable = { company_id: number; public_id: string; bytes: Buffer };
type CompanyAliasTable = { alias_key: string; company_id: number; alias: string };
type CompanyTermTable = { company_id: number; term: string; offered: GeneratedAlways<boolean> };

type ProfileTable = {
  id: Generated<number>;
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
  shuffle_position: Generated<number>;
  suspended: Generated<boolean>;
  /** Sessions that began before this time have ended. It is the time of the last suspension. */
  sessions_from: MaybeInstant;
  show_months: Generated<boolean>;
  own_titles: Generated<boolean>;
  hide_school: Generated<boolean>;
  was_shown: Generated<boolean>;
  switches: Generated<number>;
};

type StopTable = {
  id: Generated<number>;
  public_id: string;
  profile_id: number;
  company_id: number | null;
  company_name: string;
  /** The owner's own id for the company, for as long as others may not know it. */
  own_company_id: Generated<string>;
  sort_key: number;
  listed: boolean;
  undisclosed: Generated<boolean>;
};

export type RoleTable = StoredRole & {
  id: Generated<number>;
  stop_id: number;
  profile_id: number;
  /** The order among roles with the same dates. */
  position: Generated<number>;
  is_current: boolean;
};

type SuggestionTable = {
  id: GeneratedAlways<number>;
  type: "company" | "website-issues" | "other";
  text: string;
  created_at: Instant;
  public_id: string;
  done_at: MaybeInstant;
  forwarded_at: MaybeInstant;
};

type NewsletterSubscriberTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  email: string;
  email_key: string;
  asked_at: Instant;
  confirmed_at: MaybeInstant;
  link_hash: Buffer | null;
  link_expires_at: MaybeInstant;
};
type EarlyAccessCodeTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  code_hash: Buffer;
  label: string;
  max_uses: number;
  uses: Generated<number>;
  created_at: Instant;
  expires_at: MaybeInstant;
  revoked_at: MaybeInstant;
  joined: Generated<number>;
  addresses: Generated<number>;
};
type InvitationTable = { mail_id: number; code_id: number };
type EarlyAccessGrantTable = { token_hash: Buffer; code_id: number; expires_at: Instant };

type BroadcastTable = {
  id: GeneratedAlways<number>;
  public_id: string;
  audience: "all" | "early-access" | "test";
  subject: string;
  html: string;
  plain: string;
  request_key: Buffer;
  further_keys: Generated<Buffer[]>;
  created_at: Instant;
  recipients: Generated<number>;
  expanded_at: MaybeInstant;
  cursor: Generated<string>;
  cancelled_at: MaybeInstant;
  outcome: ColumnType<Record<string, number> | null, string | null | undefined, string | null>;
};
type MailTable = {
  id: Generated<number>;
  public_id: string;
  kind: string;
  broadcast_id: number | null;
  account_id: string | null;
  subscriber_id: ColumnType<number | null, number | null | undefined, number | null>;
  recipient: string;
  letter: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  message_id: string;
  state: "queued" | "sending" | "sent" | "failed" | "cancelled" | "outbox";
  in_doubt: Generated<number>;
  attempts: Generated<number>;
  last_error: Generated<string>;
  created_at: Instant;
  first_try_at: MaybeInstant;
  sent_at: MaybeInstant;
};

/** At most one row: an HMAC under the installation's key, which shows whether the secret is right. */
type SecretCheckTable = { only_row: Generated<boolean>; value: Buffer };

export type DB = PublishTables &
  ReportTables &
  FollowTables &
  PathTables &
  PictureTables &
  KeptTables &
  OpenDataTables & {
    account: AccountTable;
    session: SessionTable;
    admin: AdminTable;
    rate_limit: RateLimitTable;
    catalogue_version: CatalogueVersionTable;
    secret_check: SecretCheckTable;
    school: SchoolTable;
    school_name: SchoolNameTable;
    school_term: SchoolTermTable;
    company: CompanyTable;
    company_alias: CompanyAliasTable;
    company_term: CompanyTermTable;
    profile: ProfileTable;
    stop: StopTable;
    role: RoleTable;
    company_stats: CompanyStatsTable;
    company_move: CompanyMoveTable;
    school_company_stats: SchoolCompanyStatsTable;
    published_aggregate: PublishedAggregateTable;
    published_member: PublishedMemberTable;
    waiting_member: WaitingMemberTable;
    published_rating: PublishedRatingTable;
    published_rating_member: PublishedRatingMemberTable;
    waiting_rating: WaitingRatingTable;
    suggestion: SuggestionTable;
    account_link: AccountLinkTable;
    login_failure: LoginFailureTable;
    username_reserved: UsernameReservedTable;
    passkey: PasskeyTable;
    share_link: ShareLinkTable;
    saved_route: SavedRouteTable;
    forgotten: ForgottenTable;
    last_backup: LastBackupTable;
    passkey_challenge: PasskeyChallengeTable;
    network_identity: NetworkIdentityTable;
    network_flow: NetworkFlowTable;
    network_ticket: NetworkTicketTable;
    admin_session: AdminSessionTable;
    admin_token: AdminTokenTable;
    audit_log: AuditLogTable;
    company_merge: CompanyMergeTable;
    company_deleted: CompanyDeletedTable;
    company_logo: CompanyLogoTable;
    newsletter_subscriber: NewsletterSubscriberTable;
    early_access_code: EarlyAccessCodeTable;
    early_access_grant: EarlyAccessGrantTable;
    invitation: InvitationTable;
    broadcast: BroadcastTable;
    mail: MailTable;
    company_stats_by_person: CompanyStatsByPersonView;
    company_move_by_person: CompanyMoveByPersonView;
    school_company_stats_by_person: SchoolCompanyStatsByPersonView;
  };
