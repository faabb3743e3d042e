import { useState } from "react";
import { useFetcher } from "react-router";
import { api, sentenceOf } from "#core/api-client.ts";
import type { SharePage } from "#features/share/pure/share-page.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { EmbedTheme } from "#features/share/pure/embed.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { FormError } from "#ui/form-error.tsx";
import { LevelSection } from "./level-section.tsx";
import { LinkSection, type LinkAction } from "./link-section.tsx";
import { EmbedSection, PictureSection, PrintSection, QrSection } from "./preview-sections.tsx";

export type ShareData = SharePage & { shared: PublicProfile; baseUrl: string; problem: string | undefined };

function addressOf(level: ShareLevel, theme: EmbedTheme): string {
  return `/share?level=${level}&theme=${theme}`;
}

/**
 * The sharing page. Each choice reloads from the server, so that every preview is what others will get.
 * @param first the data of the page's loader
 */
export function ShareView({ first }: { first: ShareData }) {
  const fetcher = useFetcher<ShareData>();
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState(first.problem);
  const [said, setSaid] = useState("");
  const share = fetcher.data?.shared === undefined ? first : fetcher.data;
  const { level, theme } = share;

  const change = async (action: LinkAction): Promise<void> => {
    if (isChanging) return;
    setChanging(true);
    setProblem(undefined);
    try {
      await api.request("POST /api/user/links", { body: { level, action } });
      await fetcher.load(addressOf(level, theme));
      setSaid({ make: "The link is on.", renew: "The link has a new address.", off: "The link is off." }[action]);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setChanging(false);
  };

  return (
    <div className="shr" aria-busy={isChanging || fetcher.state !== "idle" || undefined}>
      <div className="shr__a">
        <div>
          <LinkSection share={share} action={addressOf(level, theme)} onChange={(action) => void change(action)} />
          <FormError message={problem} className="shr__bad" />
          <p className="sr" role="status">
            {said}
          </p>
        </div>
        <LevelSection share={share} onChoose={(chosen) => void fetcher.load(addressOf(chosen, theme))} />
      </div>
      <div className="shr__b">
        <PictureSection share={share} />
        <EmbedSection
          share={share}
          addressOf={(chosen) => addressOf(level, chosen)}
          onTheme={(chosen) => void fetcher.load(addressOf(level, chosen))}
        />
        <div className="shr__two">
          <PrintSection share={share} />
          <QrSection share={share} />
        </div>
      </div>
    </div>
  );
}
