import { useCallback, useEffect, useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";
import { numberText } from "#core/number-text.ts";
import { AUDIENCE_WORDS } from "#features/mail/words.ts";
import type { MailDraft } from "./mail-draft.ts";

type To = MailDraft["audience"];
type Counts = Partial<Record<To, number>>;
const AUDIENCES: readonly To[] = ["all", "early-access"];

export async function countPeople(to: To): Promise<number> {
  const query = { earlyAccess: to === "early-access" ? "true" : "false" } as const;
  return (await api.request("GET /api/email/audience", { query })).recipients;
}

export function useCounts(): { counts: Counts; recount: () => void } {
  const [counts, setCounts] = useState<Counts>({});
  const recount = useCallback(() => {
    for (const to of AUDIENCES) {
      countPeople(to).then(
        (count) => setCounts((now) => ({ ...now, [to]: count })),
        // Show no error here. Send counts the people again and shows an error if that fails too.
        () => undefined,
      );
    }
  }, []);
  useEffect(() => recount(), [recount]);
  return { counts, recount };
}

export function AudienceField(props: { value: To; counts: Counts; onChange: (to: To) => void }): ReactNode {
  return (
    <fieldset>
      <legend className="label em__l">Audience</legend>
      <div className="em__a">
        {AUDIENCES.map((to) => (
          <label className="rcard" key={to}>
            <input
              type="radio"
              name="audience"
              value={to}
              checked={props.value === to}
              onChange={() => props.onChange(to)}
            />
            <span className="radio__dot" />
            <span className="ui semi grow">
              {AUDIENCE_WORDS[to].name}
              <span className="small faint rcard__a">{AUDIENCE_WORDS[to].about}</span>
            </span>
            <span className="ui semi num">{countText(props.counts[to])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function countText(people: number | undefined): string {
  return people === undefined ? "…" : numberText(people);
}
