import type { ReactNode } from "react";
import { Dashboard } from "#features/admin/parts/dashboard.tsx";
import { CompanyTable } from "#features/company-admin/parts/company-list.tsx";
import { MailView } from "#features/mail/parts/mail-preview.tsx";
import { MailProgress } from "#features/mail/parts/mail-progress.tsx";
import type { BroadcastView } from "#features/mail/schema.ts";
import { InboxItem } from "#features/suggestion/parts/inbox-item.tsx";
import { ClientOnly } from "#ui/client-only.tsx";
import { companyOf, LONG_NAME, LONG_WORD, QUILLON } from "./people.ts";
import { Specimen, States } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const ACTIONS = { onEdit: NOTHING, onDelete: NOTHING, onMerge: NOTHING, onKeep: NOTHING };
const AT = "2024-10-15T09:30:00.000Z";

const LISTED = [
  companyOf("Oakhollow", 0),
  companyOf("Bramble Works", 4),
  companyOf(LONG_WORD, 5, 1),
  companyOf(LONG_NAME, 5_000, 4),
].map((company) => ({ ...company, hasPage: true }));
const TO_REVIEW = LISTED.map((company, at) => ({
  ...company,
  status: "new" as const,
  aliases: [],
  similar: LISTED.slice(at, 3),
}));

const BEGUN: BroadcastView = {
  jobId: "gallery",
  audience: "all",
  subject: LONG_NAME,
  createdAt: AT,
  state: "sending",
  recipients: 5_000,
  queued: 5_000,
  sent: 0,
  failed: 0,
  cancelled: 0,
  outbox: 0,
  inDoubt: 0,
};
const SENDING = { ...BEGUN, subject: LONG_WORD, queued: 991, sent: 4_000, failed: 4, inDoubt: 5 };

function Progress({ broadcast, isLost = false }: { broadcast: BroadcastView; isLost?: boolean }): ReactNode {
  return <MailProgress broadcast={broadcast} isLost={isLost} onStop={NOTHING} />;
}

function Item({ text, forwarded }: { text: string; forwarded: boolean }): ReactNode {
  const suggestion = { createdAt: AT, _id: text.slice(0, 4), type: "website-issues", state: "open" } as const;
  return (
    <ul role="list">
      <ClientOnly>
        {() => (
          <InboxItem
            suggestion={{ ...suggestion, text, forwarded }}
            isBusy={false}
            onMark={NOTHING}
            onDelete={NOTHING}
          />
        )}
      </ClientOnly>
    </ul>
  );
}

/** Parts of the dashboard: 0, 4, 5 and 5,000, and texts as long as they may be. */
export function DashboardParts(): ReactNode {
  return (
    <>
      <Specimen name="Dashboard">
        <div className="gal__wide gal__pin gal__pin--adm">
          <Dashboard
            current="emails"
            email={`${LONG_WORD.slice(0, 64)}@example.test`}
            waiting={{ companies: 4, suggestions: 0, reports: 5_000, mails: 5 }}
          >
            <h1 className="h-page">Emails</h1>
          </Dashboard>
        </div>
      </Specimen>
      <Specimen name="CompanyTable">
        <States
          of={{
            "Listed, one open": (
              <CompanyTable companies={LISTED} openId={LISTED[1]?._id} isReview={false} actions={ACTIONS} />
            ),
            "To review": <CompanyTable companies={TO_REVIEW} openId={undefined} isReview actions={ACTIONS} />,
          }}
        />
      </Specimen>
      <Specimen name="MailProgress">
        <States
          of={{
            Begun: <Progress broadcast={BEGUN} />,
            "On its way, out of sight": <Progress broadcast={SENDING} isLost />,
            "Into the mail queue": <Progress broadcast={{ ...BEGUN, queued: 0, outbox: 5_000 }} />,
          }}
        />
      </Specimen>
      <Specimen name="MailView">
        <States
          of={{
            Empty: <MailView title="Empty" mail={undefined} subject="" />,
            Long: (
              <MailView
                title="Preview"
                mail={{ html: `<p>${LONG_WORD}</p>`, text: LONG_WORD }}
                subject={LONG_WORD}
                to={`${LONG_WORD.slice(0, 64)}@example.test`}
              />
            ),
          }}
        />
      </Specimen>
      <Specimen name="InboxItem">
        <States
          of={{
            "One word": <Item text={`${QUILLON.displayName}.`} forwarded={false} />,
            "2,000 characters": <Item text={`${LONG_NAME}. ${LONG_WORD} `.repeat(13).slice(0, 2_000)} forwarded />,
          }}
        />
      </Specimen>
    </>
  );
}
