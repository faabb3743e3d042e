export const PUBLIC_ID = /^[0-9a-f]{24}$/;

/** True for the form of a public id: 24 lower-case hex digits. Looks nothing up. */
export function isPublicId(text: string): boolean {
  return PUBLIC_ID.test(text);
}
