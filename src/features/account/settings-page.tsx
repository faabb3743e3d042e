import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { NetworkSetting } from "#features/network/parts/network-setting.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { ProofProvider } from "./parts/proof.tsx";
import { readSettings } from "./read.server.ts";
import { DataSection } from "./settings/data-section.tsx";
import { DeleteSection } from "./settings/delete-section.tsx";
import { EmailSection } from "./settings/email-section.tsx";
import { MailsSection } from "./settings/mails-section.tsx";
import { PasskeysSection } from "./settings/passkeys-section.tsx";
import { PasswordSection } from "./settings/password-section.tsx";
import { Section } from "./settings/section.tsx";
import { SessionsSection } from "./settings/sessions-section.tsx";
import type { Route } from "./+types/settings-page.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, viewer, tokenHash, now, networkName } = context.get(pageContext);
  const settings = viewer && (await readSettings(db, { accountId: viewer.accountId, tokenHash, now }));
  if (!viewer || !settings) throw redirect("/login?next=/settings");
  const { profileId, username } = viewer;
  return { ...settings, profileId, username, networkName, now: now.toISOString() };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Account settings",
    description: "Your e-mail, password, passkeys, sessions and data.",
    path: "/settings",
    isHidden: true,
  });
}

export default function SettingsPage() {
  const { account, sessions, passkeys, profileId, username, networkName, now } = useLoaderData<typeof loader>();
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
        {(networkName !== undefined || networks > 0) && (
          <Section
            id="network"
            title={networkName ?? "Network"}
            lead="Another way to log in. Connecting it writes nothing onto your profile."
          >
            <NetworkSetting name={networkName} linked={networks > 0} next="/settings" />
          </Section>
        )}
        <SessionsSection sessions={sessions} now={now} />
        <MailsSection account={account} />
        <DataSection profileId={profileId} />
        <DeleteSection profileId={profileId} word={username || email} isUsername={username !== ""} />
      </div>
    </ProofProvider>
  );
}
