/** What a field means (units, what is left out and when), and a value for examples where its type does not give one. */
export type Word = readonly [meaning: string, example?: unknown];

/**
 * By the field's name, or `Schema.field` where a name means something else in that schema. A schema without a name
 * counts as its call's operationId. A parameter stands behind a `?`.
 */
export type Words = Readonly<Record<string, Word>>;
