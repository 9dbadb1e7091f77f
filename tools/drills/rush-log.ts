import { performance } from 'node:perf_hooks'
import { Lost, type Ask } from '../../e2e/src/crash/ask.ts'

type Line = {
  name: string
  at: number
  ms: number
  end: 'given' | 'told away' | 'lost' | 'refused'
}
export type Window = { from: number; until: number }

/** Under this name an upload is noted, from its announcement to its confirmation. */
const UPLOAD = 'upload'
const SAVES = new Set(['apply/entry', 'apply/edit', 'apply/editImage', 'judge/score'])

/** Notes of each call when it began, how long it took and how it ended. */
export function rushLog(ask: Ask) {
  const lines: Line[] = []
  const words = new Map<string, number>()
  async function noted<T>(name: string, work: () => Promise<T>): Promise<T> {
    const at = performance.now()
    const note = (end: Line['end']) => lines.push({ name, at, ms: performance.now() - at, end })
    try {
      const answer = await work()
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
  const given = (windows: readonly Window[], isMeant: (line: Line) => boolean) =>
    lines
      .filter((line) => line.end === 'given' && isMeant(line) && !isWithin(line, windows))
      .map(({ ms }) => ms)
  const isWithin = ({ at, ms }: Line, windows: readonly Window[]) =>
    windows.some(({ from, until }) => at + ms >= from && at <= until)
  return {
    ask: ((token, endpoint, input) =>
      noted(endpoint.name, () => ask(token, endpoint, input))) as Ask,
    upload: <T>(work: () => Promise<T>) => noted(UPLOAD, work),
    words,
    count: (windows: readonly Window[], end: Line['end'], inside: boolean) =>
      lines.filter((line) => line.end === end && isWithin(line, windows) === inside).length,
    total: () => lines.length,
    /** Milliseconds of the saves that succeeded outside of the windows. */
    saves: (windows: readonly Window[]) => given(windows, ({ name }) => SAVES.has(name)),
    uploads: (windows: readonly Window[]) => given(windows, ({ name }) => name === UPLOAD),
    /** The same of every kind of call, for whoever looks for what is slow. */
    byName: (windows: readonly Window[]) =>
      [...new Set(lines.map(({ name }) => name))].map((name) => ({
        name,
        times: given(windows, (line) => line.name === name),
      })),
  }
}
