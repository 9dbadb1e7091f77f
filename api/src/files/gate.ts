/** Lets `limit` pieces of work run at once; the others wait for their turn. */
export function gate(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // A place is handed on, not given back, so that nobody overtakes.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
