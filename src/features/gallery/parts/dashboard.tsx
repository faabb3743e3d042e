import { useState, type ReactNode } from "react";
import { LoginForm } from "#features/admin/parts/login-form.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { SessionList } from "#features/admin/parts/session-list.tsx";
import { Dashboard } from "#features/admin/parts/dashboard.tsx";
import { FirstStepsPanel } from "#features/admin/parts/first-steps.tsx";
import { TabLoading } from "#features/admin/parts/tab-loading.tsx";
import { DeleteCompany } from "#features/company-admin/parts/delete-dialog.tsx";
import { CompanyTable } from "#features/company-admin/parts/company-list.tsx";
import { LogoField } from "#features/company-admin/parts/logo-dialog.tsx";
import { NewCodeForm } from "#features/early-access/parts/new-code-form.tsx";
import { AudienceField } from "#features/mail/parts/mail-audience.tsx";
import { MailView } from "#features/mail/parts/mail-preview.tsx";
import { MailProgress } from "#features/mail/parts/mail-progress.tsx";
import type { BroadcastView } from "#features/mail/schema.ts";
import { SuspendDialog } from "#features/moderation/parts/suspend-dialog.tsx";
import { InboxItem } from "#features/suggestion/parts/inbox-item.tsx";
import { ClientOnly } from "#ui/client-only.tsx";
import { companyOf } from "./searches.tsx";
import { Specimen, State } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const NEVER = async (): Promise<void> => undefined;
const AT = "2024-10-15T09:30:00.000Z";
const LONG = "The Extraordinarily Long Name of a Company That Does Not End Before the Cell";

const BROADCAST: BroadcastView = {
  jobId: "gallery",
  audience: "all",
  subject: "October departures",
  createdAt: AT,
  state: "sending",
  recipients: 8_214,
  queued: 5_094,
  sent: 3_116,
  failed: 4,
  cancelled: 0,
  outbox: 0,
  inDoubt: 0,
};
const UNDER_WAY: readonly (readonly [state: string, broadcast: BroadcastView, isLost: boolean])[] = [
  ["Begun", { ...BROADCAST, sent: 0, failed: 0, queued: 8_214 }, false],
  ["On its way", BROADCAST, false],
  ["Out of sight", { ...BROADCAST, subject: LONG }, true],
  ["Arriving, into the outbox", { ...BROADCAST, sent: 0, failed: 0, queued: 0, outbox: 8_214 }, false],
];

const LISTED = [companyOf("Quillon", 1_204, 4), companyOf("Bramble Works", 3), companyOf(LONG, 12_418, 1)].map(
  (company) => ({ ...company, hasPage: true }),
);
const TYPED = { status: "new" as const, aliases: [], hasPage: true };
const NEW = [
  { ...companyOf("Quilon", 1), ...TYPED, similar: LISTED.slice(0, 1) },
  { ...companyOf(`${LONG} Either`, 2), ...TYPED, similar: LISTED },
  { ...companyOf("Oakhollow", 0), ...TYPED, similar: [], hasPage: false },
];
const KNOWN = { ...companyOf("Quillon", 1_204), aliases: ["quillon inc", "quillon works"] };
const ACTIONS = { onEdit: NOTHING, onDelete: NOTHING, onMerge: NOTHING, onKeep: NOTHING };

const SESSION = { created: AT, used: AT, expires: AT, kind: "browser" as const };
const SESSIONS = [
  { ...SESSION, _id: "a", device: "Firefox on Linux", current: true },
  { ...SESSION, _id: "b", device: "", current: false },
  { ...SESSION, _id: "c", device: "", kind: "client" as const, current: false },
];

const SUGGESTION = { createdAt: AT, text: "Please add Northmoor." };
const INBOX = [
  { ...SUGGESTION, _id: "a", type: "company" as const, state: "open" as const, forwarded: false },
  { ...SUGGESTION, _id: "b", type: "other" as const, state: "done" as const, forwarded: true },
  {
    ...SUGGESTION,
    _id: "c",
    type: "website-issues" as const,
    state: "open" as const,
    forwarded: true,
    text: `${"The figures stand beside the wrong ring. ".repeat(14)}${"x".repeat(90)}`,
  },
];

function Logo(props: { start: string; error?: string }): ReactNode {
  const [address, setAddress] = useState(props.start);
  const [file, setFile] = useState<File>();
  return (
    <LogoField
      name="Quillon"
      address={address}
      onAddress={setAddress}
      file={file}
      onFile={setFile}
      error={props.error}
    />
  );
}

function Audience(): ReactNode {
  const [to, setTo] = useState<"all" | "early-access">("all");
  return <AudienceField value={to} counts={{ all: 8_214 }} onChange={setTo} />;
}

/** Opens a dialog on request, because it covers everything. */
function Asked(props: { name: string; children: (close: () => void) => ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn--s" onClick={() => setOpen(true)}>
        {props.name}
      </button>
      {isOpen && props.children(() => setOpen(false))}
    </>
  );
}

/** The administrators' components that need no server. */
export function DashboardParts(): ReactNode {
  return (
    <>
      <Specimen name="Dashboard">
        <div className="gal__wide gal__pin gal__pin--adm">
          <Dashboard
            current="emails"
            email="an.administrator.with.a.long.name@example.test"
            waiting={{ companies: 3, suggestions: 0, reports: 120, mails: 0 }}
          >
            <TabLoading name="Emails" />
          </Dashboard>
        </div>
      </Specimen>
      <Specimen name="FirstStepsPanel">
        <div className="gal__wide">
          <FirstStepsPanel steps={{ hasTotp: false, hasCode: false }} />
          <FirstStepsPanel steps={{ hasTotp: true, hasCode: true }} />
        </div>
      </Specimen>
      <Specimen name="TabLoading">
        <TabLoading name="Companies" />
      </Specimen>
      <Specimen name="LoginForm">
        <LoginForm />
      </Specimen>
      <Specimen name="CompanyTable">
        <div className="gal__wide">
          <State name="Listed, one open">
            <CompanyTable companies={LISTED} openId={LISTED[1]?._id} isReview={false} actions={ACTIONS} />
          </State>
        </div>
        <div className="gal__wide">
          <State name="To review">
            <CompanyTable companies={NEW} openId={undefined} isReview actions={ACTIONS} />
          </State>
        </div>
      </Specimen>
      <Specimen name="LogoField">
        <ClientOnly>
          {() => (
            <>
              <Logo start="" />
              <Logo start={`${window.location.origin}/icon-192.png`} />
              <Logo start="cdn/quillon.svg" error="Logo must be a URL." />
            </>
          )}
        </ClientOnly>
      </Specimen>
      <Specimen name="SuspendDialog">
        <Asked name="Suspend somebody">
          {(close) => <SuspendDialog name="Wren Calloway" onSuspend={NEVER} onClose={close} />}
        </Asked>
      </Specimen>
      <Specimen name="DeleteCompany">
        <Asked name="Delete a listed company">
          {(close) => <DeleteCompany company={KNOWN} onDone={close} onClose={close} />}
        </Asked>
      </Specimen>
      <Specimen name="MailProgress">
        {UNDER_WAY.map(([state, broadcast, isLost]) => (
          <div className="gal__wide" key={state}>
            <State name={state}>
              <MailProgress broadcast={broadcast} isLost={isLost} onStop={NOTHING} />
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="AudienceField">
        <Audience />
      </Specimen>
      <Specimen name="MailView">
        <MailView title="Empty" mail={undefined} subject="" />
        <MailView
          title="Preview"
          mail={{ html: "<p>The doors are open.</p>", text: "The doors are open." }}
          subject={LONG}
          to="you@example.test"
        />
      </Specimen>
      <Specimen name="InboxItem">
        <ul className="gal__wide" role="list">
          {INBOX.map((suggestion) => (
            <ClientOnly key={suggestion._id}>
              {() => <InboxItem suggestion={suggestion} isBusy={false} onMark={NOTHING} onDelete={NOTHING} />}
            </ClientOnly>
          ))}
        </ul>
      </Specimen>
      <Specimen name="NewCodeForm">
        <div className="gal__wide">
          <NewCodeForm onMade={NOTHING} />
        </div>
      </Specimen>
      <Specimen name="SessionList">
        <div className="gal__wide">
          <h3 className="h-sub" id="sec-sessions">
            Sessions
          </h3>
          <ClientOnly>{() => <SessionList sessions={SESSIONS} onChange={NEVER} />}</ClientOnly>
        </div>
      </Specimen>
      <Specimen name="QrCode">
        <QrCode text="otpauth://totp/Pipelines:gallery?secret=ABCDEFGH" label="QR code of nothing" />
      </Specimen>
    </>
  );
}
