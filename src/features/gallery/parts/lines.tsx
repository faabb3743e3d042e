import type { ReactNode } from "react";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { RowLine } from "#features/drawing/parts/row-line.tsx";
import { lineView, type TrackKind } from "#features/drawing/pure/segments.ts";
import { Timeline } from "#features/drawing/parts/timeline.tsx";
import { LineEndPiece, TrackPiece } from "#features/drawing/parts/track-piece.tsx";
import { VerticalLine } from "#features/drawing/parts/vertical-line.tsx";
import { TODAY } from "#features/person-card/parts/fixtures.ts";
import { EVERYTHING, STARTING, ENDED } from "./people.ts";
import { Specimen, State } from "./specimen.tsx";

const TRACKS: readonly (readonly [TrackKind, string])[] = [
  ["full", "Full-time"],
  ["intern", "Internship"],
  ["gap", "Gap, and from the school"],
  ["incoming", "Incoming"],
];

const RINGS = [
  ["f", "Full-time"],
  ["i", "Internship"],
  ["n", "Incoming"],
] as const;

export function Lines(): ReactNode {
  return (
    <>
      <Specimen name="TrackPiece">
        {TRACKS.map(([kind, name]) => (
          <State key={kind} name={name}>
            <ol className="mini gal__track line-0" role="list" data-track={kind}>
              <TrackPiece kind={kind} months={36} />
            </ol>
          </State>
        ))}
      </Specimen>
      <Specimen name="LineEndPiece">
        {(["arrow", "bar"] as const).map((end) => (
          <State key={end} name={end === "arrow" ? "Current" : "Ended"}>
            <ol className="mini gal__track line-0" role="list" data-track={end}>
              <TrackPiece kind="full" months={36} />
              <LineEndPiece end={end} />
            </ol>
          </State>
        ))}
      </Specimen>
      <Specimen name="Station">
        {RINGS.map(([kind, name]) => (
          <State key={kind} name={name}>
            <div className="gal__row line-1">
              <span className="st st--xs" data-kind={kind} />
              {(["s", "m", "l", "xl"] as const).map((size) => (
                <CompanyLogo key={size} name="Quillon" logo="" size={size} kind={kind} />
              ))}
            </div>
          </State>
        ))}
      </Specimen>
      {[EVERYTHING, STARTING, ENDED].map((person, index) => {
        const view = lineView(person.pipeline, TODAY);
        return (
          <Specimen
            key={person._id}
            name="VerticalLine"
            note={
              ["everything: gap, return, several roles, current", "incoming, without a school", "ended"][index] ?? ""
            }
          >
            <div className={`gal__wide line-${index}`}>
              <VerticalLine view={view} school={person} today={TODAY} />
            </div>
          </Specimen>
        );
      })}
      <Specimen name="Timeline" note="wide screens only">
        <div className="gal__wide line-4">
          <Timeline view={lineView(EVERYTHING.pipeline, TODAY)} school={EVERYTHING} today={TODAY} />
        </div>
      </Specimen>
      <Specimen name="RowLine" note="wide screens only">
        <div className="gal__wide rows hide-s">
          <ol className="rows__l" role="list">
            <li className="arow line-5">
              <p className="arow__who">A return</p>
              <RowLine
                view={lineView(EVERYTHING.pipeline, TODAY)}
                school={EVERYTHING}
                companyId={EVERYTHING.pipeline[1]?.companyId ?? ""}
              />
            </li>
          </ol>
        </div>
        <p className="hide-m small dim">The vertical line carries it.</p>
      </Specimen>
    </>
  );
}
