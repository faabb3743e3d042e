/**
 * Options of Node. A small young generation keeps memory use near the live objects (measured under load: 190 MB instead
 * of 300). The limit of the old generation is far above the app's need, because the number of pages at once is limited.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=768"];

/**
 * Settings of the C library's allocator. By default glibc gives the threads up to eight areas a processor, and each
 * keeps what was freed in it: 40 MB with ten threads. Pieces from a megabyte on get memory of their own, which goes back
 * to the system when they are freed; by default that limit rises up to 32 MB while the path engine's columns grow. Other
 * C libraries do not know these settings.
 */
export const MEMORY = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "1048576" };

/**
 * The environment with these settings, unless it has its own.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withMemory(env) {
  return { ...MEMORY, ...env };
}
