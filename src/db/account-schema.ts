/** Types of columns, and the tables of accounts and sign-ins. The other tables are in schema.ts. */
import type { ColumnType, Generated } from "kysely";

export type Instant = ColumnType<Date, Date | string, Date | string>;
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type Json<Value> = ColumnType<Value, string, string>;

export type AccountTable = {
  id: string;
  email: string;
  email_key: string;
  /** null for an account that signs in only through the network. */
  password_hash: string | null;
  created_on: Generated<string>;
  email_verified_at: MaybeInstant;
  early_access: Generated<boolean>;
  broadcasts: Generated<boolean>;
};

export type SessionTable = {
  token_hash: Buffer;
  /** null after the account was deleted. The session has ended then. */
  account_id: string | null;
  kind: "browser" | "client" | "access-token";
  /** The scope of an access token; null for sessions. */
  scope: Generated<"read" | "write" | null>;
  created_at: Instant;
  used_at: Instant;
  expires_at: Instant;
  ended_at: MaybeInstant;
  public_id: string;
  proven_at: MaybeInstant;
  /** For an access token: its name. */
  device: Generated<string>;
  former_ids: Generated<Buffer>;
};

export type AccountLinkTable = {
  token_hash: Buffer;
  account_id: string;
  purpose: "verify-email" | "reset-password" | "change-email";
  email: string;
  created_at: Instant;
  expires_at: Instant;
};
export type LoginFailureTable = { key: string; failures: number; last_at: Instant; wait_until: Instant };
export type UsernameReservedTable = { key: Buffer; profile_id: number | null };

export type SavedRouteTable = { account_id: string; query: string; created_at: Instant };

export type PasskeyTable = {
  id: string;
  public_id: string;
  account_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Instant;
  used_at: MaybeInstant;
};
export type PasskeyChallengeTable = {
  challenge: string;
  account_id: string | null;
  token_hash: Buffer;
  expires_at: Instant;
};

export type NetworkIdentityTable = { issuer: string; subject: string; account_id: string; created_at: Instant };
export type NetworkFlowTable = { state_hash: Buffer; expires_at: Instant };
export type NetworkTicketTable = {
  handle_hash: Buffer;
  issuer: string;
  subject: string;
  claims: Json<Record<string, unknown>>;
  token_hash: Buffer | null;
  expires_at: Instant;
  used_at: MaybeInstant;
};

export type ForgottenTable = { mark: Buffer; kept_until: string };

export type LastBackupTable = {
  only_row: Generated<boolean>;
  tried_at: Instant;
  made_at: Instant | null;
  bytes: number;
  failure: string;
};
