import { engineOf } from "#tests/paths/engine-of.ts";
import { describePairs } from "#tests/paths/pairs.ts";

// PATH_PAIRS=100000 is the long run.
describePairs({ name: "the engine", engineOf, pairs: 2_000 });
