/**
 * Options of Node. A small young generation keeps memory use near the live objects (measured under load: 190 MB instead
 * of 300). The limit of the old generation is far above the app's need, because the number of pages at once is limited.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=768"];

/**
 * Settings of the C library's allocator. By default glibc gives the threads up to eight areas a processor, and each
 * keeps what was freed in it: 40 MB with ten threads. Other C libraries do not know the setting.
 */
export const MEMORY = { MALLOC_ARENA_MAX: "1" };

/**
 * The environment with these settings, unless it has its own.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withMemory(env) {
  return { ...MEMORY, ...env };
}
