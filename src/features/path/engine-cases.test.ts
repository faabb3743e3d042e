import { describeEngine } from "#tests/paths/engine-cases.ts";
import { engineOf } from "#tests/helpers/path-lines.ts";

describeEngine(async (lines, bounds) => engineOf(lines, bounds), { share: 1, moment: 2_000 });
