import type { Endpoint, Input, Output } from '@awards/shared/contract'

/**
 * The connection broke before an answer, or the server answered that its database is away: the outcome of a
 * write is unknown.
 */
export class OutcomeUnknown extends Error {
  /** The server itself said so, in an envelope of code 503. */
  readonly isUnavailable: boolean
  constructor(message: string, isUnavailable = false) {
    super(message)
    this.isUnavailable = isUnavailable
  }
}

/** The server answered with another code than 200: nothing was written. */
export class Rejected extends Error {
  readonly code: number
  constructor(name: string, code: number, detail: unknown) {
    super(`${name}: ${code} ${JSON.stringify(detail)}`)
    this.code = code
  }
}

/** One call of the API; an empty token is a visitor. */
export type ApiClient = <E extends Endpoint>(
  token: string,
  endpoint: E,
  input: Input<E>,
) => Promise<Output<E>>

/** Calls a site without retries, and tells a lost connection from a refusal. */
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

/** The data of an envelope of code 200; throws `OutcomeUnknown` or `Rejected` otherwise. */
export async function fetchEnvelope(name: string, url: string, init: RequestInit) {
  const { code, msg, data } = (await fetchJson(url, init)) as {
    code: number
    msg: unknown
    data: unknown
  }
  // The database fell first: the server says so, and cannot know what became of the write.
  if (code === 503) throw new OutcomeUnknown(`${name}: ${String(msg)}`, true)
  if (code !== 200) throw new Rejected(name, code, { msg, data })
  return data
}

/** The JSON of an answer; whatever breaks on the way makes the outcome unknown. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  let status = 0
  try {
    const answer = await fetch(url, init)
    status = answer.status
    return await answer.json()
  } catch (error) {
    // `fetch failed` says nothing alone: its cause names the socket's trouble.
    const { cause } = error as { cause?: unknown }
    const why = cause ? `${String(error)} (${String(cause)})` : String(error)
    throw new OutcomeUnknown(`${new URL(url).pathname}: ${status || 'no answer'}, ${why}`)
  }
}
