import { OutcomeUnknown, type ApiClient } from './api-client.ts'

/** Outcome of a call: acknowledged, refused with 503, without a response, or rejected for another reason. */
export type Outcome = 'ok' | 'unavailable' | 'unknown' | 'rejected'
type Call = { name: string; at: number; ms: number; outcome: Outcome }
/** A period with an injected fault. */
export type Window = { from: number; until: number }

/** Name of the measurement of a whole upload. */
const UPLOAD = 'upload'
const SAVES = new Set(['apply/entry', 'apply/edit', 'apply/editImage', 'judge/score'])

/** Wraps an API client and records start, duration and outcome of each call. */
export function callLog(client: ApiClient) {
  const calls: Call[] = []
  const failures = new Map<string, number>()

  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const at = performance.now()
    const note = (outcome: Outcome) => calls.push({ name, at, ms: performance.now() - at, outcome })
    try {
      const answer = await work()
      note('ok')
      return answer
    } catch (error) {
      const isUnknown = error instanceof OutcomeUnknown
      note(!isUnknown ? 'rejected' : error.isUnavailable ? 'unavailable' : 'unknown')
      const text = String(error).slice(0, 160)
      failures.set(text, (failures.get(text) ?? 0) + 1)
      throw error
    }
  }

  const overlaps = ({ at, ms }: Call, windows: readonly Window[]) =>
    windows.some(({ from, until }) => at + ms >= from && at <= until)
  const times = (windows: readonly Window[], isMeant: (call: Call) => boolean) =>
    calls
      .filter((call) => call.outcome === 'ok' && isMeant(call) && !overlaps(call, windows))
      .map(({ ms }) => ms)

  const api: ApiClient = (token, endpoint, input) =>
    timed(endpoint.name, () => client(token, endpoint, input))

  return {
    api,
    timeUpload: <T>(work: () => Promise<T>) => timed(UPLOAD, work),
    /** Number of failures by message. */
    failures,
    total: () => calls.length,
    /** Number of calls with an outcome, inside or outside of the windows. */
    count: (windows: readonly Window[], outcome: Outcome, inside: boolean) =>
      calls.filter((call) => call.outcome === outcome && overlaps(call, windows) === inside).length,
    /** Milliseconds of saves acknowledged outside of the windows. */
    saves: (windows: readonly Window[]) => times(windows, ({ name }) => SAVES.has(name)),
    uploads: (windows: readonly Window[]) => times(windows, ({ name }) => name === UPLOAD),
    /** The same by call name, to find slow calls. */
    byName: (windows: readonly Window[]) =>
      [...new Set(calls.map(({ name }) => name))].map((name) => ({
        name,
        times: times(windows, (call) => call.name === name),
      })),
  }
}
