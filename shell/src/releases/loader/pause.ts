import { RETRY_PAUSE_MS } from '@awards/shared/platform'

/** Waits before a second try; a little more or less each time, so that not all tabs come at once. */
export const pause = (milliseconds = RETRY_PAUSE_MS) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.8 + Math.random() * 0.4)))
