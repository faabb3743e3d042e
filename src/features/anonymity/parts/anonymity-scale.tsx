import type { ReactNode } from "react";
import type { Sharing } from "#features/anonymity/rules.ts";
import { SharingTag } from "./sharing-tag.tsx";

const WHO = "Somebody who knows two of your jobs and when each began, or one and a school you show,";
const MORE = "Somebody who knows more, such as when they ended, may still recognise you.";

const STEPS = {
  "under-5": {
    sentence: "Fewer than 5 people share a line like yours.",
    means: `${WHO} finds fewer than 5 others it could be, and perhaps only you.`,
  },
  "5-19": {
    sentence: "5 to 19 people share a line like yours.",
    means: `${WHO} finds at least 5 others it could be. ${MORE}`,
  },
  "20-plus": {
    sentence: "20 people or more share a line like yours.",
    means: `${WHO} finds at least 20 others it could be. ${MORE}`,
  },
} as const satisfies Record<Sharing, object>;

const WIDTH = 340;
/** The position of a number of people on the logarithmic scale, which ends at 10,000. */
const at = (people: number): number => Math.round((Math.log10(people) / 4) * WIDTH);
const FROM: Readonly<Record<Sharing, number>> = { "under-5": 0, "5-19": at(5), "20-plus": at(20) };
const TO: Readonly<Record<Sharing, number>> = { "under-5": at(5), "5-19": at(20), "20-plus": WIDTH };
/** Half the wedge's height, thin to thick. */
const half = (x: number): number => 1 + (x / WIDTH) * 8;

function piece(from: number, to: number): string {
  return `M${from} ${12 - half(from)}L${to} ${12 - half(to)}V${12 + half(to)}L${from} ${12 + half(from)}Z`;
}

/** The wedge with the counted step. It shows a step, because the exact number is not known. */
function Wedge({ sharing }: { sharing: Sharing | undefined }): ReactNode {
  return (
    <svg className="sharing__w" viewBox={`0 0 ${WIDTH} 44`} aria-hidden="true">
      <path className="sharing__all" d={piece(0, WIDTH)} />
      {sharing && <path className={`sharing__on sharing__on--${sharing}`} d={piece(FROM[sharing], TO[sharing])} />}
      {[at(5), at(20)].map((x) => (
        <path key={x} className="sharing__tick" d={`M${x} 1V23`} />
      ))}
      <text x="0" y="40">
        Only you
      </text>
      <text x={at(5)} y="40" textAnchor="middle">
        5
      </text>
      <text x={at(20)} y="40" textAnchor="middle">
        20
      </text>
      <text x={WIDTH} y="40" textAnchor="end">
        10,000
      </text>
    </svg>
  );
}

/**
 * Shows how many others an anonymous pipeline could be: words first, then the picture. Without a sharing, only the scale.
 * In a trial it first says that demo people are counted.
 */
export function AnonymityScale(props: { sharing: Sharing | undefined; isTrial?: boolean }): ReactNode {
  const { sharing, isTrial = false } = props;
  const step = sharing && STEPS[sharing];
  return (
    <div className="sharing">
      <div role="status">
        {step && (
          <>
            <SharingTag sharing={sharing} />
            {isTrial && (
              <p className="sharing__s">
                A trial: fewer than 20 real people are anonymous here yet, so demo people are counted to show how this
                works. They are no cover.
              </p>
            )}
            <p className="sharing__s semi">{step.sentence}</p>
          </>
        )}
      </div>
      <Wedge sharing={sharing} />
      {step && <p className="small dim">{step.means}</p>}
    </div>
  );
}
