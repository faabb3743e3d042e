import type { Reader } from "#db/connect.ts";
import { readAccount } from "#features/account/read.server.ts";
import type { Account } from "#features/account/schema.ts";
import { readFollows, readWeeklyLetter } from "#features/follow/read.server.ts";
import type { Follow, WeeklyLetter } from "#features/follow/schema.ts";
import { readPasskeys } from "#features/passkey/read.server.ts";
import type { PasskeyView } from "#features/passkey/schema.ts";
import { readAccessTokens, readSessions } from "#features/session/read.server.ts";
import type { AccessTokenView, SessionView } from "#features/session/schema.ts";

/** Everything the settings page shows; undefined for an account that is gone. */
export async function readSettings(
  db: Reader,
  input: { accountId: string; tokenHash: Buffer | undefined; now: Date },
): Promise<
  | {
      account: Account;
      sessions: SessionView[];
      passkeys: PasskeyView[];
      accessTokens: AccessTokenView[];
      follows: Follow[];
      letter: WeeklyLetter;
    }
  | undefined
> {
  const [account, sessions, passkeys, accessTokens, follows, letter] = await Promise.all([
    readAccount(db, input.accountId),
    readSessions(db, input),
    readPasskeys(db, input.accountId),
    readAccessTokens(db, input),
    readFollows(db, input.accountId),
    readWeeklyLetter(db, input.accountId),
  ]);
  return account && { account, sessions, passkeys, accessTokens, follows, letter };
}
