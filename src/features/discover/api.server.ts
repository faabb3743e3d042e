import { z } from "@hono/zod-openapi";
import { calendarDay } from "#core/calendar.ts";
import { AppError } from "#core/errors.ts";
import { profileSchema } from "#features/profile/schema.ts";
import { createApi, jsonCall } from "#server/api-app.ts";
import { readRandomProfiles } from "./read.server.ts";
import { MAX_DRAW, newDraw, readDraw } from "./rules.ts";

const randomRoute = jsonCall("get", "/api/profile/random", {
  tags: ["Profiles"],
  summary: "Random people, each once",
  description: "Without amount: up to 240, twenty pages of twelve.",
  request: {
    query: z.object({
      amount: z.union([z.string(), z.array(z.string())]).optional(),
      draw: z
        .string()
        .optional()
        .openapi({ description: "12 hex digits: the same ones give the same order while the people stay" }),
    }),
  },
  answer: [z.array(profileSchema), "Public projections"],
  errors: ["invalid-amount"],
});

/** `amount` as a whole number of 1..24, or undefined when absent. */
function readAmount(amount: string | string[] | undefined): number | undefined {
  if (amount === undefined) return undefined;
  if (typeof amount !== "string" || !/^\d{1,3}$/.test(amount) || Number(amount) < 1 || Number(amount) > 24) {
    throw new AppError("invalid-amount");
  }
  return Number(amount);
}

export const randomApi = createApi().openapi(randomRoute, async (c) => {
  const { db, random, secret } = c.var.services;
  const query = c.req.valid("query");
  c.header("cache-control", "no-store");
  const today = calendarDay(c.var.now);
  const draw = readDraw(query.draw ?? null) ?? newDraw(random);
  const amount = readAmount(query.amount) ?? MAX_DRAW;
  return c.json(await readRandomProfiles(db, { secret, draw, amount, today }), 200);
});
