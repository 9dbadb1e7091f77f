import { Lost, type Ask } from '../../e2e/src/crash/ask.ts'
import { pause } from './figures.ts'

const AGAIN_MS = 200

type Person = { run: () => Promise<void> }

/**
 * People who go on `againMs` after each loss, until they are done or told to stop; what they call with
 * is `ask`.
 */
export function shift(reach: Ask, againMs = AGAIN_MS) {
  let isOver = false
  const ask: Ask = async (token, endpoint, input) => {
    if (isOver) throw new Lost('The work is over')
    return reach(token, endpoint, input)
  }
  const working: Promise<unknown>[] = []
  async function keepOn({ run }: Person) {
    while (!isOver) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof Lost)) throw error
      }
      if (!isOver) await pause(againMs)
    }
  }
  return {
    ask,
    /** Resolves when all of them are done, which most never are. */
    begin(everybody: readonly Person[]) {
      const together = Promise.all(everybody.map(keepOn))
      // Told where it is waited for.
      together.catch(() => undefined)
      working.push(together)
      return together
    },
    /** Waits for what is under way; afterwards `ask` serves the proof. */
    async end() {
      isOver = true
      await Promise.all(working)
      isOver = false
    },
  }
}
