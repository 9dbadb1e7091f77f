import { performance } from 'node:perf_hooks'
import { Lost, type Ask } from '../../e2e/src/crash/ask.ts'

type Line = {
  name: string
  at: number
  ms: number
  end: 'given' | 'told away' | 'lost' | 'refused'
}
export type Window = { from: number; until: number }

const SAVES = new Set(['apply/entry', 'apply/edit', 'apply/editImage', 'judge/score'])

/** Notes of each call when it began, how long it took and how it ended. */
export function rushLog(ask: Ask) {
  const lines: Line[] = []
  const words = new Map<string, number>()
  const noted: Ask = async (token, endpoint, input) => {
    const at = performance.now()
    const note = (end: Line['end']) =>
      lines.push({ name: endpoint.name, at, ms: performance.now() - at, end })
    try {
      const answer = await ask(token, endpoint, input)
      note('given')
      return answer
    } catch (error) {
      const isLost = error instanceof Lost
      note(!isLost ? 'refused' : error.isTold ? 'told away' : 'lost')
      const said = String(error).slice(0, 160)
      words.set(said, (words.get(said) ?? 0) + 1)
      throw error
    }
  }
  const isWithin = ({ at, ms }: Line, windows: readonly Window[]) =>
    windows.some(({ from, until }) => at + ms >= from && at <= until)
  return {
    ask: noted,
    words,
    count: (windows: readonly Window[], end: Line['end'], inside: boolean) =>
      lines.filter((line) => line.end === end && isWithin(line, windows) === inside).length,
    total: () => lines.length,
    /** Milliseconds of the saves that succeeded outside of the windows. */
    saves: (windows: readonly Window[]) =>
      lines
        .filter((line) => SAVES.has(line.name) && line.end === 'given' && !isWithin(line, windows))
        .map(({ ms }) => ms),
  }
}
