const PAUSE_MS = 300

/** Waits before a second try; a little more or less each time, so that not all tabs come at once. */
export const pause = () =>
  new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.8 + Math.random() * 0.4)))
