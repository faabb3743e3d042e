/** The meaning of a field (units, what is left out and when), and an example if its type gives none. */
export type Word = readonly [meaning: string, example?: unknown];

/**
 * Keys are the field's name, or `Schema.field` if the name means something else in that schema. A schema without a name
 * is called by its call's operationId. Parameters begin with `?`.
 */
export type Words = Readonly<Record<string, Word>>;
