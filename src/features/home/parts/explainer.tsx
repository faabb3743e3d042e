import type { ReactNode } from "react";

/** One line with all six marks, over the six columns of the legend. Strokes take the band's text colour. */
function LongLine() {
  return (
    <svg
      className="expl__svg"
      viewBox="0 0 1200 88"
      fill="none"
      stroke="currentColor"
      role="img"
      aria-label="A line from a school, through an internship drawn dashed and two full-time jobs drawn solid, to an arrow for the current job and a dotted stop for an incoming one"
    >
      <path d="M44 44H204M408 44H612" strokeWidth="3" opacity=".75" />
      <path d="M238 44H408" strokeWidth="6" strokeDasharray="13 8" />
      <path d="M640 44H820M856 44H962" strokeWidth="9" />
      <path d="M958 28L984 44L958 60Z" fill="currentColor" stroke="none" />
      <path d="M1004 44H1078" strokeWidth="7" strokeDasharray="0.1 15" strokeLinecap="round" />
      <rect className="expl__hole" x="3" y="22" width="44" height="44" rx="12" strokeWidth="6" />
      <path d="M16 50v-8M25 50v-8M34 50v-8M13 53h24M12 39l13-7 13 7z" strokeWidth="2.6" strokeLinejoin="round" />
      <circle className="expl__hole" cx="224" cy="44" r="18" strokeWidth="4" />
      <circle className="expl__hole" cx="633" cy="44" r="21" strokeWidth="6" />
      <circle className="expl__hole" cx="837" cy="44" r="21" strokeWidth="6" />
      <circle cx="1106" cy="44" r="18" strokeWidth="5.5" strokeDasharray="0.1 11.21" strokeLinecap="round" />
    </svg>
  );
}

function Glyph({ children }: { children: ReactNode }) {
  return (
    <svg
      className="leg__g"
      width="56"
      height="24"
      viewBox="0 0 56 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const MARKS = [
  {
    name: "School",
    text: "A square terminus, where the line starts.",
    glyph: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" strokeWidth="3" />
        <path d="M22 12h34" strokeWidth="2" opacity=".8" />
      </>
    ),
  },
  {
    name: "Internship",
    text: "A thin ring, then dashed track for its months.",
    glyph: (
      <>
        <circle cx="12" cy="12" r="9" strokeWidth="2" />
        <path d="M23 12h33" strokeWidth="4" strokeDasharray="8 5" />
      </>
    ),
  },
  {
    name: "Between stops",
    text: "A hairline: studies, travel, rest.",
    glyph: <path d="M0 12h56" strokeWidth="2" opacity=".8" />,
  },
  {
    name: "Full-time",
    text: "A bold ring, then solid track. Longer is longer.",
    glyph: (
      <>
        <circle cx="12" cy="12" r="9" strokeWidth="4" />
        <path d="M22 12h34" strokeWidth="6" />
      </>
    ),
  },
  {
    name: "Current job",
    text: "Open-ended. The train is still moving.",
    glyph: (
      <>
        <circle cx="12" cy="12" r="9" strokeWidth="4" />
        <path d="M22 12h22" strokeWidth="6" />
        <path d="M43 2l13 10-13 10z" fill="currentColor" stroke="none" />
      </>
    ),
  },
  {
    name: "Incoming",
    text: "Dotted until the first day at work.",
    glyph: (
      <>
        <path d="M2 12h30" strokeWidth="5" strokeDasharray="0.1 9" strokeLinecap="round" />
        <circle cx="44" cy="12" r="9" strokeWidth="4" strokeDasharray="0.1 7.1" strokeLinecap="round" />
      </>
    ),
  },
] as const;

export function Explainer() {
  return (
    <section className="sign expl">
      <div className="wrap">
        <div className="expl__h">
          <h2 className="h-statement">How to read a line</h2>
          <p className="lead">Every profile is drawn with the same six marks. Length stands for time.</p>
        </div>
        <div className="hide-s">
          <LongLine />
        </div>
        <ul className="leg" role="list">
          {MARKS.map((mark) => (
            <li key={mark.name}>
              <Glyph>{mark.glyph}</Glyph>
              <h3>{mark.name}</h3>
              <p>{mark.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
