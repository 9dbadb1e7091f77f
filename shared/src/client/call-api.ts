import type { Endpoint, Input, Output } from '@awards/shared/contract'
import { STEP_UP } from '@awards/shared/domain'
import { clientHost } from './client-host.ts'
import { handleError } from './error-catalogue.ts'
import { openEnvelope } from './envelope.ts'
import { errorReason } from './failure.ts'
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
 * error catalogue, unless the caller opts out, and is thrown in either case. A call that takes a code
 * by e-mail first is made again after it, with all that it carried.
 */
export async function callApi<E extends Endpoint>(
  call: E,
  input: Input<E>,
  { skipErrorHandler = false, ...request }: CallOptions = {},
): Promise<Output<E>> {
  const sentToken = readToken()
  const send = async () => {
    const answer = await clientHost().send({
      ...request,
      method: call.method,
      url: call.path.slice('/api'.length),
      input,
    })
    return call.output.parse(openEnvelope(answer)) as Output<E>
  }
  try {
    return await send().catch(async (error: unknown) => {
      if (errorReason(error) === STEP_UP && (await clientHost().proveAgain())) return send()
      throw error
    })
  } catch (error) {
    if (!skipErrorHandler) handleError(error, sentToken)
    throw error
  }
}
