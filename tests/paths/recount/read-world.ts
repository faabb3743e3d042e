import { z } from "zod";
import type { World } from "#tests/paths/reference/world.ts";
import { allPages, type Api } from "./api.ts";
import { lineOf, shownProfiles, type ShownProfile } from "./lines.ts";

type Seen = { world: World; faults: string[] };

const pageSchema = z.object({ lines: z.array(z.object({ profile: z.unknown() })) });

/** The profiles among unknown values; every other value is a fault. */
function profilesAmong(values: readonly unknown[], where: string, faults: string[]): ShownProfile[] {
  const parsed = shownProfiles.safeParse(values);
  if (parsed.success) return parsed.data;
  faults.push(`${where}: a profile cannot be read: ${z.prettifyError(parsed.error)}`);
  return [];
}

async function readEverybody(api: Api, faults: string[]): Promise<{ profiles: ShownProfile[]; day: string }> {
  const pages = await allPages(api, "/api/paths/search?stop=any&limit=48");
  const values = pages.flatMap(({ body, status }) => {
    const page = pageSchema.safeParse(body);
    if (!page.success) faults.push(`search?stop=any: cannot be read, status ${status}`);
    return page.success ? page.data.lines.map((line) => line.profile) : [];
  });
  return { profiles: profilesAmong(values, "search?stop=any", faults), day: pages[0]?.day ?? "" };
}

/** "`stop=any` lists every visible pipeline": whoever the other lists show must be in it, once and looking the same. */
async function checkOtherLists(api: Api, known: ReadonlyMap<string, ShownProfile>, faults: string[]): Promise<void> {
  const companies = new Set([...known.values()].flatMap((one) => lineOf(one).roles.map((role) => role.company)));
  const paths = ["/api/profile/random"];
  for (const id of companies) if (id !== "") paths.push(`/api/company/employees/${id}`);
  for (const path of paths) {
    const pages = await allPages(api, path);
    for (const profile of profilesAmong(
      pages.flatMap(({ body }) => body),
      path,
      faults,
    )) {
      const listed = known.get(profile._id);
      if (listed === undefined && profile.pipeline.length > 0)
        faults.push(`${path}: ${profile._id} is not in stop=any`);
      if (listed && JSON.stringify(listed.pipeline) !== JSON.stringify(profile.pipeline)) {
        faults.push(`${path}: ${profile._id} looks different from stop=any`);
      }
    }
  }
}

/** All that a visitor can see, and what does not fit together in it. */
export async function readWorld(api: Api): Promise<Seen> {
  const faults: string[] = [];
  const { profiles, day } = await readEverybody(api, faults);
  const known = new Map(profiles.map((profile) => [profile._id, profile]));
  if (known.size !== profiles.length) faults.push("search?stop=any: somebody comes twice");
  const lines = [...known.values()].map(lineOf);
  for (const line of lines) {
    if (line.roles.some((role, at) => role.position !== at)) faults.push(`${line.id}: positions are not 0, 1, 2, …`);
  }
  await checkOtherLists(api, known, faults);
  const [year, month] = day.split("-").map(Number);
  return { world: { lines, today: (year ?? 0) * 12 + (month ?? 1) - 1 }, faults };
}
