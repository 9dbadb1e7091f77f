/** How long a read may hold up those who could be answered with what is known. */
const PATIENCE_MS = 500

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * A value that is read again when it is older than `freshMs`, once for all who ask meanwhile. While
 * reading fails or hangs the last value is good enough; before there is one, the failure is thrown.
 */
export function lastKnown<T>(read: () => Promise<T>, freshMs: number) {
  let known: { readonly value: T; readonly isOutdated: boolean } | undefined
  let askedAt = -Infinity
  let reading: Promise<T> | undefined
  // A read that began before the value was outdated must not come back as the present one.
  let round = 0

  function begin(): Promise<T> {
    const mine = round
    askedAt = performance.now()
    return read()
      .then((value) => {
        if (mine === round) known = { value, isOutdated: false }
        return value
      })
      .finally(() => {
        if (mine === round) reading = undefined
      })
  }

  return {
    async get(): Promise<T> {
      if (!known) return (reading ??= begin())
      if (performance.now() - askedAt > freshMs) reading ??= begin()
      if (reading) {
        const settled = reading.then(
          () => undefined,
          () => undefined,
        )
        await (known.isOutdated ? settled : Promise.race([settled, later(PATIENCE_MS)]))
      }
      return known.value
    },
    /** The next answer is read anew; what is known is kept for the case that reading fails. */
    outdate() {
      round += 1
      askedAt = -Infinity
      reading = undefined
      if (known) known = { value: known.value, isOutdated: true }
    },
  }
}
