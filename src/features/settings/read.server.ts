import type { Reader } from "#db/connect.ts";
import { readAccount } from "#features/account/read.server.ts";
import type { Account } from "#features/account/schema.ts";
import { readFollows, readWeeklyEmail } from "#features/follow/read.server.ts";
import type { Follow, WeeklyEmail } from "#features/follow/schema.ts";
import { readPasskeys } from "#features/passkey/read.server.ts";
import type { PasskeyView } from "#features/passkey/schema.ts";
import { readAccessTokens, readSessions } from "#features/session/read.server.ts";
import type { AccessTokenView, SessionView } from "#features/session/schema.ts";
import type { Viewer } from "#server/context.ts";

/** Everything the settings page shows; undefined for an account that is gone. */
export async function readSettings(
  db: Reader,
  input: { viewer: Viewer; tokenHash: Buffer | undefined; now: Date },
): Promise<
  | {
      account: Account;
      sessions: SessionView[];
      passkeys: PasskeyView[];
      accessTokens: AccessTokenView[];
      follows: Follow[];
      weeklyEmail: WeeklyEmail;
    }
  | undefined
> {
  const { accountId } = input.viewer;
  const [account, sessions, passkeys, accessTokens, follows, weeklyEmail] = await Promise.all([
    readAccount(db, accountId),
    readSessions(db, input),
    readPasskeys(db, accountId),
    readAccessTokens(db, input),
    readFollows(db, accountId),
    readWeeklyEmail(db, accountId),
  ]);
  return account && { account, sessions, passkeys, accessTokens, follows, weeklyEmail };
}
