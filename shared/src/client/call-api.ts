import type { Endpoint, Input, Output } from '@awards/shared/contract'
import { clientHost } from './client-host.ts'
import { handleError } from './error-catalogue.ts'
import { openEnvelope } from './envelope.ts'
import { readToken } from './token-store.ts'

export type CallOptions = {
  /** Leaves the error to the caller: no toast, no navigation (specification §8). */
  skipErrorHandler?: boolean
  /** Milliseconds; a batch download takes `BATCH_DOWNLOAD_TIMEOUT_MS`. */
  timeout?: number
  signal?: AbortSignal
  headers?: Record<string, string>
}

/**
 * Makes one call of the contract and gives its `data`. A failure is shown to the visitor by the
 * error catalogue, unless the caller opts out, and is thrown in either case.
 */
export async function callApi<E extends Endpoint>(
  call: E,
  input: Input<E>,
  { skipErrorHandler = false, ...request }: CallOptions = {},
): Promise<Output<E>> {
  const sentToken = readToken()
  try {
    const answer = await clientHost().send({
      ...request,
      method: call.method,
      url: call.path.slice('/api'.length),
      input,
    })
    return call.output.parse(openEnvelope(answer)) as Output<E>
  } catch (error) {
    if (!skipErrorHandler) handleError(error, sentToken)
    throw error
  }
}
