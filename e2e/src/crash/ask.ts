import type { Endpoint, Input, Output } from '@awards/shared/contract'
import type { Site } from '../harness/site.ts'

/**
 * The connection broke before an answer, or the server says that its database is away: nobody knows
 * whether the write happened.
 */
export class Lost extends Error {
  /** The server itself said so, in an envelope. */
  readonly isTold: boolean
  constructor(message: string, isTold = false) {
    super(message)
    this.isTold = isTold
  }
}

/** The server answered, and said no. */
export class Refused extends Error {
  readonly code: number
  constructor(name: string, code: number, told: unknown) {
    super(`${name}: ${code} ${JSON.stringify(told)}`)
    this.code = code
  }
}

export type Ask = <E extends Endpoint>(
  token: string,
  endpoint: E,
  input: Input<E>,
) => Promise<Output<E>>

/** Calls of the API that tell a lost connection from a refusal. */
export const askOf =
  (site: Pick<Site, 'url'>): Ask =>
  async (token, endpoint, input) => {
    const isGet = endpoint.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const { code, msg, data } = await reach(`${site.url}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: { ...(token && { token }), 'content-type': 'application/json' },
      ...(!isGet && { body: JSON.stringify(input) }),
    })
    // The database fell first: the server says so, and cannot know what became of the write.
    if (code === 503) throw new Lost(`${endpoint.name}: ${String(msg)}`, true)
    if (code !== 200) throw new Refused(endpoint.name, code, { msg, data })
    return data as never
  }

/** JSON of an answer; whatever breaks on the way counts as lost. */
export async function reach(url: string, init: RequestInit = {}) {
  let status = 0
  try {
    const answer = await fetch(url, init)
    status = answer.status
    return (await answer.json()) as { code: number; msg: unknown; data: unknown }
  } catch (error) {
    throw new Lost(`${new URL(url).pathname}: ${status || 'no answer'}, ${String(error)}`)
  }
}
