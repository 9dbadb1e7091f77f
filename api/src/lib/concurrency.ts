/** Does the work for every item, at most so many at once. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

/** Lets `limit` pieces of work run at once; the others wait for their turn, and those that `yields` after them. */
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
      // A place is handed on, not given back, so that nobody overtakes.
      const next = waiting.shift() ?? yielding.shift()
      if (next) next()
      else running -= 1
    }
  }
}
