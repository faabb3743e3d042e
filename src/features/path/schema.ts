import { z } from "zod";
import { experienceInputSchema } from "#features/pipeline/schema.ts";
import { profileSchema } from "#features/profile/schema.ts";

/** Schemas of the path calls. docs/paths.md explains the numbers. */

const count = z.number().int().nullable().meta({
  id: "Count",
  description:
    "People, exact from 5 on. Null: 1 to 4, of whom one is public. 0: nobody, or 1 to 4 without a public one",
});
const spread = z
  .object({
    q1: z.number().describe("First quartile, linear interpolation (type 7)"),
    median: z.number(),
    q3: z.number().describe("Third quartile"),
    isAbout: z.boolean().describe("True if some of the dates are known to the year only"),
  })
  .nullable()
  .meta({ id: "Spread", description: "Null under 5 people, or if it does not apply" });
const share = z
  .object({
    people: z.number().int(),
    of: z.number().int(),
    low: z.number().describe("Lower end of the Wilson 95 % interval, 0 to 1"),
    high: z.number().describe("Upper end"),
  })
  .nullable()
  .meta({ id: "Share", description: "Null unless there are 5 people, and each side is 0 or at least 5" });
const named = z
  .object({ id: z.string().describe("A public id, or a title's slug"), name: z.string(), people: z.number().int() })
  .meta({ id: "NamedCount", description: "A company, school or title, and how many people" });
const table = z
  .object({ rows: z.array(named).describe("5 people or more each, most first"), others: count })
  .meta({ id: "CountTable", description: "`others` are the people in no row" });
const bound = z.number().nullable();
const curve = z
  .object({
    people: count,
    ended: count,
    isAbout: z.boolean(),
    steps: z.array(z.object({ months: z.number(), atRisk: z.number(), survival: z.number(), low: bound, high: bound })),
    median: z.object({ months: z.number(), low: bound, high: bound }).nullable(),
    years: z.array(z.object({ years: z.number(), atRisk: z.number(), survival: z.number(), low: bound, high: bound })),
  })
  .meta({ id: "Curve", description: "Kaplan–Meier estimate by months, with a log-log 95 % band" });
const link = z.object({ from: z.string(), to: z.string(), people: count });
const flow = z
  .object({
    people: count,
    hops: z.array(
      z.object({
        people: count,
        nodes: z.array(named),
        others: count,
        stayed: count,
        stillThere: count,
        ended: count,
        links: z.array(link),
      }),
    ),
  })
  .meta({ id: "Flow", description: "Stop by stop from one stop on, each person once" });
const fives = z.number().int().describe("People, in whole fives");
const moveAnswers = z.object({ worse: fives, same: fives, better: fives }).nullable().meta({
  id: "MoveAnswers",
  description: "How people rate the later of two stops compared with the earlier one; null under 20",
});
const happier = z
  .object({
    cameHere: moveAnswers.describe("People who came here from a stop they rated: this company compared with that one"),
    leftHere: moveAnswers.describe("People who went on to a stop they rated: that one compared with this company"),
  })
  .nullable()
  .describe(
    "Happier after the move? Counted from everybody's ratings, in batches; filters do not apply. Null if both are null",
  );
const faces = z
  .array(fives)
  .length(5)
  .nullable()
  .describe("People by the face they give the company, worst first, counted like `happier`; null under 20");
const lines = z
  .array(
    z.object({
      profile: profileSchema,
      matched: z
        .array(z.object({ entry: z.string().describe("_id of the experience"), position: z.number().int() }))
        .describe("The matched roles in order; none for a school"),
      months: z.number().nullable().describe("From the first matched role's start to the last's"),
    }),
  )
  .meta({ id: "PathLines", description: "Visible pipelines that took the route" });
const internedFirst = z
  .object({ people: count, of: z.number().int(), isTwice: z.boolean() })
  .nullable()
  .meta({ id: "InternedFirst", description: "People with an internship before the last matched role" });
const levelsAfter = z.array(
  z.object({
    years: z.number().int(),
    people: count,
    levels: z.array(z.object({ name: z.enum(["engineer", "senior", "staff", "manager"]), people: count })),
  }),
);
const fewerThan = z
  .union([z.literal(5), z.null()])
  .describe("5 where 1 to 4 people took it, of whom at least one is public");

export const searchAnswerSchema = z
  .object({
    people: count,
    fewerThan,
    peopleAfterEachStep: z.array(count),
    months: spread,
    internedFirst,
    stopsBetween: spread,
    lines,
    looser: z
      .array(
        z.object({
          query: z.string().describe("The looser route as a query string"),
          people: z.number().int(),
          change: z.string().describe("What was loosened, in words"),
        }),
      )
      .describe("Where fewer than 5 matched: up to five looser routes that 5 people or more took"),
  })
  .meta({ id: "PathSearch", description: "Who took a route, how long it took them, and some of their lines" });
export const nextAnswerSchema = z
  .object({
    candidates: z.array(
      z.object({
        group: z.enum(["level", "title", "company", "school"]),
        stop: z.string().describe("As it is written in `stop`"),
        name: z.string(),
        people: z.number().int(),
      }),
    ),
  })
  .meta({ id: "NextSteps", description: "The steps that can follow a route" });
export const routesAnswerSchema = z
  .object({
    people: count,
    fewerThan,
    months: spread,
    internedFirst,
    stopsBetween: spread,
    routes: z.array(z.object({ companies: z.array(named), people: z.number().int(), months: spread })),
    others: count,
    columns: z.array(table),
    links: z.array(link),
    lines,
  })
  .meta({ id: "Routes", description: "The ways between two steps, stop by stop" });
export const flowAnswerSchema = flow;
export const companyInsightsSchema = z
  .object({
    conversion: z.object({
      all: share,
      years: z.array(
        z.object({
          people: z.number().int(),
          of: z.number().int(),
          low: z.number(),
          high: z.number(),
          since: z.number().int(),
          until: z.number().int(),
        }),
      ),
      noFullTimeYet: count,
      everywhere: share,
    }),
    stays: z.object({ own: curve, everywhere: curve }),
    before: flow,
    after: flow,
    levelsAfter,
    schools: table,
    firstStops: table,
    joined: table,
    happier,
    faces,
  })
  .meta({ id: "CompanyInsights", description: "Figures of a company from pipelines" });
export const schoolInsightsSchema = z
  .object({
    firstStops: table,
    companies: table,
    after: flow,
    levelsAfter,
    interned: share,
  })
  .meta({ id: "SchoolInsights", description: "Figures of a school from pipelines" });
const titleRow = {
  slug: z.string().describe("`{level}-{family}`"),
  name: z.string(),
  level: z.string(),
  family: z.string(),
  people: count,
};
export const titlesAnswerSchema = z
  .object({ titles: z.array(z.object(titleRow)) })
  .meta({ id: "Titles", description: "Titles that people hold, as level and family" });
const wholeYears = z
  .object({ since: z.number().int(), until: z.number().int().nullable(), people: z.number().int() })
  .meta({ id: "WholeYears", description: "5 people or more who needed so many whole years, both ends included" });
const firstAtCompany = z
  .object({ id: z.string(), name: z.string(), people: z.number().int(), months: spread, promotedInside: share })
  .meta({ id: "FirstAtCompany", description: "A company where 5 people or more first held a title" });
export const titleAnswerSchema = z
  .object({
    ...titleRow,
    spellings: z.array(z.string()).describe("As 5 people or more write it"),
    months: spread.describe("From the career start to the first such role"),
    // A union: `nullable()` of a named object is written down as "an object and null at once".
    wholeYears: z
      .array(wholeYears)
      .describe("The people of `months` by whole years; years are joined until a group has 5 people"),
    curve: z.union([curve, z.null()]),
    fromTitles: table,
    promoted: count,
    hired: count,
    companies: table,
    firstAt: z
      .object({ rows: z.array(firstAtCompany), others: count })
      .describe("Each person once, by the company where they first held it"),
    lines,
  })
  .meta({ id: "Title", description: "Figures of a title from pipelines" });
export const similarAnswerSchema = z
  .object({
    months: z.number().int().describe("Career age at which lines are compared, in months"),
    since: z.enum(["career-start", "first-role"]),
    people: count,
    lines: z.array(z.object({ profile: profileSchema, shared: z.array(z.string()) })),
    movedOn: count,
    notYet: count,
    companies: table,
    titles: table,
    wait: curve,
  })
  .meta({ id: "SimilarLines", description: "Lines similar to one pipeline, and what came next for them" });
export const readAnswerSchema = z
  .object({
    query: z.string().nullable().describe("The route as a query string; null where nothing was understood"),
    understood: z.array(z.object({ text: z.string(), as: z.string() })),
    notUnderstood: z.array(z.string()),
  })
  .meta({ id: "ReadSentence", description: "A sentence as a route" });
export const similarInputSchema = z
  .object({
    pipeline: z
      .array(experienceInputSchema, "“pipeline” is a list of stops.")
      .max(60, "A pipeline to compare has at most 60 companies."),
    school: z.string().max(200).default(""),
  })
  .meta({ id: "PipelineToCompare", description: "A pipeline to compare with; neither kept nor logged" });

const texts = z.union([z.string(), z.array(z.string())]).optional();
/** One text. Two of them are an array, and none is undefined. */
const one = z.string({
  error: ({ input }) =>
    input === undefined ? "This parameter is missing." : "This parameter is given more than once.",
});
const text = one.optional();
/** Parameters of a route. They are read by the route parser, which names each mistake with its place. */
export const routeQuerySchema = z.object({
  stop: texts.describe(
    "Facets joined by commas: company:, school:, title:, level:, kind:, or any. Once a step, in order",
  ),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the address's parameter; nobody awaits a schema
  then: texts.describe("Between two steps: next or any, with a limit as in any,6y or next,18m"),
  first: text.describe("1: the first step's role is the pipeline's first"),
  now: text.describe("1: the last matched role is current today"),
  country: text.describe("Country of the school, two letters"),
  school: text.describe("Id of a school"),
  since: text.describe("Earliest year in which the last matched role began"),
  until: text.describe("Latest such year"),
});
export const searchQuerySchema = routeQuerySchema.extend({
  sort: text.describe("recent (default) or shortest"),
  limit: text.describe("1 to 48 lines, 12 without"),
  cursor: text.describe("From the Link header of an earlier answer"),
});
export const routesQuerySchema = routeQuerySchema
  .pick({ country: true, school: true, since: true, until: true })
  .extend({
    from: text.describe("A step; absent: the pipeline's first role"),
    to: text.describe("A step, but not a school"),
  });
export const flowQuerySchema = z.object({
  stop: text,
  hops: text.describe("1 to 3, 1 without"),
  direction: text.describe("after (default) or before"),
});
export const readQuerySchema = z.object({ q: one.describe("A sentence") });
export const insightsQuerySchema = z.object({
  kind: text.describe("full-time (default), intern or everyone"),
  since: text,
  until: text,
});
