import { hash32 } from "#core/text.ts";
import type { LineView } from "#features/drawing/pure/segments.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { fitStations, LINE_COUNT, type LinkPicture } from "./rules.ts";

/** A person's pipeline for a link preview: school and companies, in the colour that belongs to the public id. */
export function personPicture(
  profile: PublicProfile,
  { stops, end, first }: LineView,
  words: { title: string; subtitle: string },
): LinkPicture {
  return {
    ...words,
    colour: hash32(profile._id) % LINE_COUNT,
    ...fitStations([
      ...(profile.schoolName === ""
        ? []
        : [
            {
              name: profile.schoolName,
              logo: "",
              shape: "school" as const,
              tracks: [{ kind: first, months: 1 }],
            },
          ]),
      ...stops.map((stop) => ({
        name: stop.displayName,
        logo: stop.logo,
        shape: "company" as const,
        ring: stop.ring,
        tracks: stop.roles.flatMap((part) => part.tracks),
      })),
    ]),
    end: end === "none" ? "none" : stops.some(({ phase }) => phase === "current") ? "arrow" : "bar",
  };
}
