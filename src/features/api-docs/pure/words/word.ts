/** The meaning of a field (units, what is left out and when), and an example if its type gives none. */
export type Word = readonly [meaning: string, example?: unknown];

/**
 * By the field's name, or `Schema.field` where a name means something else in that schema. A schema without a name
 * counts as its call's operationId. A parameter stands behind a `?`.
 */
export type Words = Readonly<Record<string, Word>>;
