import fc from "fast-check";
import { expect, it } from "vitest";
import { engineOf } from "#tests/paths/engine-of.ts";
import { world } from "#tests/paths/worlds.ts";
import { lineFingerprint } from "./line-fingerprint.ts";

it("is the same of a line and of what the engine holds of it", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const engine = engineOf(drawn);
      for (const line of drawn.lines) expect(engine.fingerprintOf(line.id)).toBe(lineFingerprint(line));
    }),
  );
});

it("is another one after any change that matching sees", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      for (const line of drawn.lines) {
        const [role, ...rest] = line.roles;
        if (!role) continue;
        const withRole = (part: Partial<typeof role>) => ({ ...line, roles: [{ ...role, ...part }, ...rest] });
        const others = [
          { ...line, isPublic: !line.isPublic },
          { ...line, school: `${line.school}x` },
          { ...line, roles: rest },
          { ...line, roles: [role, role, ...rest] },
          withRole({ company: `${role.company}x` }),
          withRole({ title: `${role.title} x` }),
          withRole({ kind: role.kind === "other" ? "founder" : "other" }),
          withRole({ start: role.start - 1 }),
          withRole({ end: role.end === null ? role.start + 1 : null }),
          withRole({ isYear: !role.isYear }),
          withRole({ phase: role.phase === "past" ? "current" : "past" }),
        ];
        for (const other of others) expect(lineFingerprint(other)).not.toBe(lineFingerprint(line));
      }
    }),
  );
});
