/**
 * Lets webpack try again. It keeps a module whose evaluation failed, with its error, and rethrows the
 * error for ever; each build notes its module cache on the window (`kernel/forget-failures.ts`).
 */
export function forgetFailures() {
  for (const cache of window.__awardsModuleCaches ?? []) {
    for (const id of Object.keys(cache)) {
      if (cache[id]?.error !== undefined) delete cache[id]
    }
  }
}
