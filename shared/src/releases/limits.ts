/** A manifest is a small file: after this a try is given up (milliseconds). */
export const MANIFEST_TIMEOUT_MS = 8_000
/** After this the loader says that it takes long, and offers what else can be done. */
export const SLOW_AFTER_MS = 8_000
/** All tries of one load together; a script that is under way may take longer (specification §8). */
export const LOAD_BUDGET_MS = 15_000
/** Tries of one address before the next place is asked. */
export const TRIES = 2
/** Pause before the second try; each further one doubles it, ±20 %. */
export const RETRY_PAUSE_MS = 300
/** How often an open tab asks whether there is a newer release. */
export const FRESHNESS_MS = 5 * 60_000
/** A navigation asks too, but not more often than this. */
export const FRESHNESS_ON_NAVIGATION_MS = 5_000
/** The last discovery that worked may start the site for this long. */
export const LAST_GOOD_MS = 24 * 3_600_000
