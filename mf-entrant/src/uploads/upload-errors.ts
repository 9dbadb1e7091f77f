import { errorCode, errorReason, failureOf } from '@awards/shared/client'
import { isCancel } from 'axios'

/** The server answered a request for bytes with this status; without one the line broke. */
export class LineError extends Error {
  override readonly name = 'LineError'
  readonly status: number | undefined

  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`The bytes were not taken: ${status ?? 'no answer'}`, options)
    this.status = status
  }
}

export type Trouble =
  /** Somebody wanted it so. */
  | 'cancelled'
  /** The line or the server is away for a while; the same again helps. */
  | 'broken'
  /** The address takes no more bytes; another one is needed. */
  | 'gone'
  /** What has arrived is not whole, or not what was sent. */
  | 'incomplete'
  /** Somebody has to sign in first. */
  | 'signed-out'
  /** The file itself is at fault; nothing helps but another one. */
  | 'refused'
  /** Anything else; a person decides whether to try again. */
  | 'failed'

const GONE = new Set([403, 404, 410])
const FIRST_FAULT_OF_SERVER = 500

/** What a failure means for an upload. */
export function troubleOf(error: unknown): Trouble {
  if (isCancel(error) || (error instanceof DOMException && error.name === 'AbortError')) {
    return 'cancelled'
  }
  if (error instanceof LineError) return troubleOfStatus(error.status)
  if (failureOf(error).kind === 'transport') return 'broken'
  if (errorReason(error) === 'DAMAGED') return 'incomplete'
  switch (errorCode(error)) {
    case 401:
      return 'signed-out'
    case 404:
    case 410:
      return 'gone'
    case 409:
      return 'incomplete'
    case 422:
      return 'refused'
    case 500:
    case 503:
      return 'broken'
    default:
      return 'failed'
  }
}

function troubleOfStatus(status: number | undefined): Trouble {
  if (status === undefined || status >= FIRST_FAULT_OF_SERVER) return 'broken'
  if (GONE.has(status)) return 'gone'
  // Another connection has brought bytes meanwhile (409), or still holds the file (423).
  return status === 413 ? 'failed' : 'broken'
}

/** The sentence of the server, where it gave one. */
export function sentenceOf(error: unknown): string {
  const { msg } = failureOf(error)
  return typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
}
