/** Lets `limit` pieces of work run at once; the others wait for their turn, and those that `yields` after them. */
export function gate(limit: number) {
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
