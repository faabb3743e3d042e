import { MAX_ROLES, MAX_STOPS, MAX_TITLE } from "#features/pipeline/check.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { TITLES } from "#features/title/titles.ts";
import { createApi, jsonCall } from "#server/api-app.ts";
import { MAX_PICTURE_BYTES } from "#server/picture.ts";
import { LIMITS, type Limit } from "#server/rate-limit.ts";
import { MAX_JSON_BYTES } from "#server/request-guard.ts";
import { siteSchema } from "./schema.ts";

const siteRoute = jsonCall("get", "/api/site", {
  tags: ["Site"],
  summary: "How this site is set up: sign-in, thresholds, titles, limits",
  description: "The same for everybody, also while the site is closed.",
  answer: [siteSchema, "The settings that clients need"],
});

const allowanceOf = ({ hits, seconds }: Limit, factor: number) => ({ requests: hits * factor, seconds });

export const siteApi = createApi().openapi(siteRoute, (c) => {
  const { network, earlyAccess, minRaters, rateLimitFactor } = c.var.services.config;
  const { visitor, signedIn, lookup, paths } = LIMITS;
  return c.json(
    {
      network: { isOn: network !== undefined, name: network?.name ?? "" },
      earlyAccess,
      minRaters,
      minPeople: MIN_PEOPLE,
      titles: [...TITLES],
      limits: {
        visitor: allowanceOf(visitor, rateLimitFactor),
        signedIn: allowanceOf(signedIn, rateLimitFactor),
        lookup: allowanceOf(lookup, rateLimitFactor),
        paths: allowanceOf(paths, rateLimitFactor),
        bodyBytes: MAX_JSON_BYTES,
        pictureBytes: MAX_PICTURE_BYTES,
        stops: MAX_STOPS,
        roles: MAX_ROLES,
        titleCharacters: MAX_TITLE,
      },
    },
    200,
  );
});
