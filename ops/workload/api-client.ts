import type { Endpoint, Input, Output } from '@awards/shared/contract'

/**
 * The connection failed before a response, or the server answered 503: the outcome of a write is unknown.
 */
export class OutcomeUnknown extends Error {
  /** The server answered with an envelope of code 503. */
  readonly isUnavailable: boolean
  constructor(message: string, isUnavailable = false) {
    super(message)
    this.isUnavailable = isUnavailable
  }
}

/** The server answered with a code other than 200: nothing was written. */
export class Rejected extends Error {
  readonly code: number
  constructor(name: string, code: number, detail: unknown) {
    super(`${name}: ${code} ${JSON.stringify(detail)}`)
    this.code = code
  }
}

/** Calls the API; an empty token means an anonymous visitor. */
export type ApiClient = <E extends Endpoint>(
  token: string,
  endpoint: E,
  input: Input<E>,
) => Promise<Output<E>>

/** An API client without retries; throws `OutcomeUnknown` for a lost connection and `Rejected` for a refusal. */
export const apiClient =
  (url: string): ApiClient =>
  async (token, endpoint, input) => {
    const isGet = endpoint.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const answer = await fetchEnvelope(endpoint.name, `${url}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: { ...(token && { token }), 'content-type': 'application/json' },
      ...(!isGet && { body: JSON.stringify(input) }),
    })
    return answer as never
  }

/** Returns the data of an envelope of code 200; throws `OutcomeUnknown` or `Rejected` otherwise. */
export async function fetchEnvelope(name: string, url: string, init: RequestInit) {
  const { code, msg, data } = (await fetchJson(url, init)) as {
    code: number
    msg: unknown
    data: unknown
  }
  // The database failed before the server: it cannot know whether the write was committed.
  if (code === 503) throw new OutcomeUnknown(`${name}: ${String(msg)}`, true)
  if (code !== 200) throw new Rejected(name, code, { msg, data })
  return data
}

/** Returns the JSON of a response; throws `OutcomeUnknown` for every failure on the way. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  let status = 0
  try {
    const answer = await fetch(url, init)
    status = answer.status
    return await answer.json()
  } catch (error) {
    // The message is only `fetch failed`; its cause has the socket error.
    const { cause } = error as { cause?: unknown }
    const why = cause ? `${String(error)} (${String(cause)})` : String(error)
    throw new OutcomeUnknown(`${new URL(url).pathname}: ${status || 'no answer'}, ${why}`)
  }
}

/** Outcome of a call: acknowledged, refused with 503, without a response, or rejected for another reason. */
type Outcome = 'ok' | 'unavailable' | 'unknown' | 'rejected'
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
