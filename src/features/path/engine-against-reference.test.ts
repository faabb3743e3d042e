import { tries } from "#tests/helpers/amount.ts";
import { engineOf } from "#tests/paths/engine-of.ts";
import { describePairs } from "#tests/paths/pairs.ts";

// PATH_PAIRS=100000 is the long run.
describePairs({ name: "the engine", engineOf, pairs: tries({ all: 2_000, some: 500 }) });
