import { embedCode } from "#features/share/pure/embed-code.ts";
import { EMBED_SIZE, EMBED_THEMES, type EmbedTheme } from "#features/share/pure/embed.ts";
import { altText, sharedTitle } from "#features/share/pure/shared-words.ts";
import { Icon } from "#ui/icon.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Paper } from "./paper.tsx";
import { Download, Head } from "./section-head.tsx";
import { ShareQr } from "./share-qr.tsx";
import type { ShareData } from "./share-view.tsx";

/** The link's preview card, as chats and networks show it. */
export function PictureSection({ share }: { share: ShareData }) {
  const { shared, level, baseUrl } = share;
  const source = `/share/preview.png?level=${level}`;
  return (
    <section className="sec">
      <Head title="Link picture">
        <Download href={source} name="pipeline.png">
          PNG 1200 × 630
        </Download>
      </Head>
      <div className="shr__chat">
        <img src={source} alt={altText(shared, level)} width="1200" height="630" />
        <div className="shr__t">
          <b className="ui semi">{`${sharedTitle(shared, level)} – Pipelines`}</b>
          <p className="small faint">{new URL(baseUrl).host}</p>
        </div>
      </div>
    </section>
  );
}

const THEME_WORDS: Readonly<Record<EmbedTheme, string>> = { light: "Light", dark: "Dark", auto: "Follow page" };

/** The embed for other sites: its preview and its HTML code. */
export function EmbedSection(props: {
  share: ShareData;
  addressOf: (theme: EmbedTheme) => string;
  onTheme: (theme: EmbedTheme) => void;
}) {
  const { shared, level, theme, path, baseUrl } = props.share;
  const source = `/share/preview.svg?level=${level}&theme=${theme}`;
  const alt = altText(shared, level);
  const code = path === undefined ? undefined : embedCode(baseUrl, { id: path.slice("/s/".length), alt, theme });
  return (
    <section className="sec">
      <Head title="Embed">
        <div className="shr__row">
          <div className="seg" role="group" aria-label="Theme">
            {EMBED_THEMES.map((one) => (
              <a
                key={one}
                href={props.addressOf(one)}
                className={one === theme ? "is-on" : undefined}
                aria-current={one === theme || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  props.onTheme(one);
                }}
              >
                {THEME_WORDS[one]}
              </a>
            ))}
          </div>
          <Download href={source} name="pipeline.svg">
            SVG
          </Download>
        </div>
      </Head>
      <div className="shr__emb">
        <div className="shr__f" tabIndex={0} role="group" aria-label="The embed as it is shown elsewhere">
          <img src={source} alt={alt} width={EMBED_SIZE.width} height={EMBED_SIZE.height} />
        </div>
        {code === undefined ? (
          <p className="small dim shr__note">Make a link first: the code for your page holds its address.</p>
        ) : (
          <div className="shr__code">
            <code>{code}</code>
            <CopyButton text={code} done="Code copied" label="the code" />
          </div>
        )}
      </div>
    </section>
  );
}

/** The printable sheet. Printing this page prints only the sheet. */
export function PrintSection({ share }: { share: ShareData }) {
  return (
    <section className="sec">
      <Head title="Print or PDF">
        <button type="button" className="btn btn--s btn--sm" onClick={() => window.print()}>
          <Icon name="printer" size={14} /> Print
        </button>
      </Head>
      <noscript>
        <p className="small dim shr__note">Your browser’s own Print prints this sheet alone.</p>
      </noscript>
      <div className="shr__paper">
        <Paper profile={share.shared} level={share.level} today={share.today} />
      </div>
    </section>
  );
}

export function QrSection({ share }: { share: ShareData }) {
  return (
    <section className="sec">
      {share.path === undefined ? (
        <>
          <Head title="QR code" />
          <p className="small dim shr__note">Make a link first: the code leads to it.</p>
        </>
      ) : (
        <ShareQr address={`${share.baseUrl}${share.path}`} />
      )}
    </section>
  );
}
