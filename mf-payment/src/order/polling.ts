/** How often the page asks at first, where the server does not say. */
export const EAGER_MS = 2_500
export const PATIENT_MS = 10_000
/** How long somebody is taken to stand before the page with a phone in the hand. */
export const EAGER_FOR_MS = 2 * 60_000

/** Poll interval in milliseconds, `waited` after the page last became visible. */
export const pollDelay = (waited: number, eager: number = EAGER_MS): number =>
  waited < EAGER_FOR_MS ? eager : PATIENT_MS

type Polling = {
  ask: () => Promise<unknown>
  eager?: number | undefined
}

/**
 * Asks again and again, one question at a time, until it is stopped. A page that nobody looks at asks
 * nothing; one that is looked at again, or has its network back, asks at once.
 */
export function startPolling({ ask, eager }: Polling): () => void {
  let since = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isStopped = false

  const plan = () => {
    clearTimeout(timer)
    if (!isStopped && !document.hidden) {
      timer = setTimeout(() => void turn(), pollDelay(Date.now() - since, eager))
    }
  }
  const turn = async () => {
    if (isAsking || isStopped) return
    isAsking = true
    try {
      await ask()
    } finally {
      isAsking = false
      plan()
    }
  }
  const wake = () => {
    clearTimeout(timer)
    if (document.hidden) return
    since = Date.now()
    void turn()
  }

  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  plan()
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
  }
}
