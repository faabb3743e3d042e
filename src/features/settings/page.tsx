import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { ProofProvider } from "./parts/proof.tsx";
import { readSettings } from "./read.server.ts";
import { AccessTokensSection } from "./parts/access-tokens-section.tsx";
import { DataSection } from "./parts/data-section.tsx";
import { DeleteSection } from "./parts/delete-section.tsx";
import { EmailSection } from "./parts/email-section.tsx";
import { FollowsSection } from "./parts/follows-section.tsx";
import { MailsSection } from "./parts/mails-section.tsx";
import { PasskeysSection } from "./parts/passkeys-section.tsx";
import { PasswordSection } from "./parts/password-section.tsx";
import { NetworkSection } from "./parts/network-section.tsx";
import { SessionsSection } from "./parts/sessions-section.tsx";
import type { Route } from "./+types/page.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, viewer, tokenHash, now, networkName } = context.get(pageContext);
  const settings = viewer && (await readSettings(db, { viewer, tokenHash, now }));
  if (!viewer || !settings) throw redirect("/login?next=/settings");
  const { profileId, username } = viewer;
  return { ...settings, profileId, username, networkName, now: now.toISOString() };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Account settings",
    description: "Your e-mail, password, passkeys, sessions, access tokens, what you follow, and your data.",
    path: "/settings",
    isHidden: true,
  });
}

export default function SettingsPage() {
  const { account, sessions, passkeys, accessTokens, follows, weeklyEmail, profileId, username, networkName, now } =
    useLoaderData<typeof loader>();
  const { email, hasPassword, networks } = account;
  const ways = {
    email,
    hasPassword,
    hasPasskey: passkeys.length > 0,
    network: networks > 0 ? networkName : undefined,
  };
  const device = sessions.find(({ current }) => current)?.device ?? "";
  return (
    <ProofProvider ways={ways}>
      <div className="wrap sets">
        <h1 className="h-page">Account settings</h1>
        <noscript>
          <p className="alert sets__no">You can read this page without JavaScript; changing something needs it.</p>
        </noscript>
        <EmailSection account={account} />
        <PasswordSection account={account} />
        <PasskeysSection passkeys={passkeys} now={now} device={device} />
        {(networkName !== undefined || networks > 0) && <NetworkSection name={networkName} isLinked={networks > 0} />}
        <SessionsSection sessions={sessions} now={now} />
        <AccessTokensSection tokens={accessTokens} now={now} />
        <FollowsSection follows={follows} weeklyEmail={weeklyEmail} />
        <MailsSection account={account} />
        <DataSection profileId={profileId} />
        <DeleteSection profileId={profileId} word={username || email} isUsername={username !== ""} />
      </div>
    </ProofProvider>
  );
}
