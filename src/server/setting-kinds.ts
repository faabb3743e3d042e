import { z } from "zod";

/** The kinds of values that settings have; all are texts in the environment. */

export const text = z.string().trim();
export const optional = text.optional().transform((value) => (value === "" ? undefined : value));

/** An empty text counts as left out: with HOST= the app would listen at every address of the machine. */
export function unlessEmpty<Kind extends z.ZodType>(kind: Kind) {
  return z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), kind);
}

export function integer(fallback: number, min: number, max: number) {
  return text
    .default(String(fallback))
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

export function list() {
  return text.default("").transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
}

export function listOf(isRight: (item: string) => boolean, message: string) {
  return list().refine((items) => items.every(isRight), { message });
}

/** A setting that may be left out. */
export function optionalIf(isRight: (value: string) => boolean, message: string) {
  return optional.refine((value) => value === undefined || isRight(value), { message });
}

export function address(faultOf: (value: string) => string | undefined) {
  return optional.superRefine((value, ctx) => {
    const fault = value === undefined ? undefined : faultOf(value);
    if (fault !== undefined) ctx.addIssue({ code: "custom", message: fault });
  });
}
