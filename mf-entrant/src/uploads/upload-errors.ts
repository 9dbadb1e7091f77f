import { errorCode, errorReason, failureOf } from '@awards/shared/client'
import { isCancel } from 'axios'

/** A failed chunk request: the server's status, or undefined when the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'LineError'
  readonly status: number | undefined

  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`The bytes were not taken: ${status ?? 'no answer'}`, options)
    this.status = status
  }
}

export type UploadFailure =
  /** Aborted on purpose. */
  | 'cancelled'
  /** Connection or server temporarily unavailable; a retry helps. */
  | 'broken'
  /** The upload address has expired; a new one is needed. */
  | 'gone'
  /** The uploaded bytes are incomplete or damaged. */
  | 'incomplete'
  /** The session has ended. */
  | 'signed-out'
  /** The server refuses the file itself; a retry does not help. */
  | 'refused'
  /** Anything else; the entrant decides whether to retry. */
  | 'failed'

const GONE = new Set([403, 404, 410])
const FIRST_FAULT_OF_SERVER = 500

/** Classifies an error of an upload. */
export function uploadFailureOf(error: unknown): UploadFailure {
  if (isCancel(error) || (error instanceof DOMException && error.name === 'AbortError')) {
    return 'cancelled'
  }
  if (error instanceof NetworkError) return uploadFailureOfStatus(error.status)
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

function uploadFailureOfStatus(status: number | undefined): UploadFailure {
  if (status === undefined || status >= FIRST_FAULT_OF_SERVER) return 'broken'
  if (GONE.has(status)) return 'gone'
  // 409: another connection has sent bytes meanwhile; 423: it still holds the lock of the file.
  return status === 413 ? 'failed' : 'broken'
}

/** The server's message, if there is one. */
export function sentenceOf(error: unknown): string {
  const { msg } = failureOf(error)
  return typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
}
