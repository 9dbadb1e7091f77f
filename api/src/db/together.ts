type Waiting<Question, Found> = {
  readonly question: Question
  readonly done: (found: Found | undefined) => void
  readonly fail: (error: unknown) => void
}

/** More in one statement make the first of them wait for the last. */
const MOST = 16

/**
 * Asks the database once for all who ask in the same turn of the event loop, since the way there and back
 * takes this process longer than what is asked. `ask` is given at most `most` questions and answers each in its
 * place, `undefined` where nothing is found; what it throws, all of them are told. So a question must be
 * one that the database can answer, whatever a caller has sent.
 */
export function together<Question, Found>(
  ask: (questions: readonly Question[]) => Promise<readonly (Found | undefined)[]>,
  most = MOST,
): (question: Question) => Promise<Found | undefined> {
  let waiting: Waiting<Question, Found>[] = []

  async function flush() {
    const asked = waiting
    if (asked.length === 0) return
    waiting = []
    try {
      const found = await ask(asked.map(({ question }) => question))
      for (const [place, { done }] of asked.entries()) done(found[place])
    } catch (error) {
      for (const { fail } of asked) fail(error)
    }
  }

  return (question) =>
    new Promise((done, fail) => {
      if (waiting.length === 0) setImmediate(() => void flush())
      waiting.push({ question, done, fail })
      if (waiting.length === most) void flush()
    })
}
