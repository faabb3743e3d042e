import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isOctilinear } from "#tests/helpers/octilinear.ts";
import { HERO, HERO_LOGOS, SMALL_HERO } from "./hero-lines.ts";

describe("the hero's network", () => {
  it("runs at 0°, 45° and 90° only", () => {
    for (const track of [...HERO.tracks, ...SMALL_HERO.tracks]) {
      expect(isOctilinear(track.points), JSON.stringify(track.points)).toBe(true);
    }
    expect(isOctilinear(HERO.river)).toBe(true);
    expect(isOctilinear(SMALL_HERO.river)).toBe(true);
  });

  it("is whole: each line's tracks join, start in its school and end at its person", () => {
    for (const person of HERO.people) {
      const tracks = HERO.tracks.filter((track) => track.line === person.line);
      const school = HERO.schools.find((stop) => stop.line === person.line);
      expect(tracks[0]?.points[0]).toEqual([school?.x, school?.y]);
      for (const [index, track] of tracks.entries()) {
        const next = tracks[index + 1]?.points[0];
        if (next) expect(track.points.at(-1)).toEqual(next);
        else expect(track.points.at(-1)?.[1]).toBe(person.y);
      }
    }
  });

  it("puts every stop on its own line's track", () => {
    for (const stop of HERO.stops) {
      const isOnTrack = HERO.tracks
        .filter((track) => track.line === stop.line)
        .some((track) =>
          track.points.slice(1).some(([x, y], index) => {
            const [fromX, fromY] = track.points[index] ?? [x, y];
            const length = Math.hypot(x - fromX, y - fromY);
            const detour = Math.hypot(stop.x - fromX, stop.y - fromY) + Math.hypot(x - stop.x, y - stop.y);
            return detour - length < 0.5;
          }),
        );
      expect(isOnTrack, stop.name).toBe(true);
    }
  });

  it("asks only for logos the catalogue has", () => {
    const catalogue: unknown = JSON.parse(readFileSync("catalogue/companies.json", "utf8"));
    const withLogo = new Set(
      (Array.isArray(catalogue) ? catalogue : []).flatMap((company: { name: string; logo: string }) =>
        company.logo === "" ? [] : [company.name],
      ),
    );
    expect(withLogo.size).toBeGreaterThan(100);
    for (const slug of Object.values(HERO_LOGOS)) expect(withLogo.has(slug), slug).toBe(true);
  });
});
