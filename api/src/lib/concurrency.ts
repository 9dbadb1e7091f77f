/** Runs `work` for every item, at most `atOnce` concurrently; rejects with the first error. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items.values()
  const worker = async () => {
    for (const item of iterator) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

/**
 * Semaphore with a FIFO queue: at most `limit` tasks run concurrently. Tasks with `yields` have low priority: they start
 * when no other task waits.
 */
export function concurrencyLimit(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const yielding: (() => void)[] = []
  return async <T>(work: () => Promise<T>, { yields = false } = {}): Promise<T> => {
    const queue = yields ? yielding : waiting
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Passes the slot to the next in the queue instead of releasing it, so that no new task overtakes.
      const next = waiting.shift() ?? yielding.shift()
      if (next) next()
      else running -= 1
    }
  }
}
