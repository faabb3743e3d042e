/** What a backup says about its installation, for one of a database that belongs to none. */
export const NOBODYS = { madeAt: "2026-11-15T12:00:00.000Z", secretCheck: "0".repeat(32), wrappedSecret: null };
