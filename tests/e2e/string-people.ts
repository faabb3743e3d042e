import type { BrowserContext } from "@playwright/test";

// Helpers that the tests of the product's strings share.

export type Stop = { companyName: string; title: string; startDate: string; endDate: string; rating: number };

/** Stops of one year each, in the order given, from 2000 on. */
export function yearly(companies: readonly string[], rating = 60): Stop[] {
  return companies.map((companyName, n) => ({
    companyName,
    title: "engineer",
    startDate: `${2000 + n}-01-01`,
    endDate: `${2001 + n}-01-01`,
    rating,
  }));
}

export const wire = (stop: Stop) => ({ companyId: "", isIndefinite: stop.endDate === "", ...stop });

/** Each with whether scripts cannot reach it; without the prefix that https gives it. */
export const cookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, httpOnly }) => `${name.replace(/^__Host-/, "")} ${httpOnly}`);
