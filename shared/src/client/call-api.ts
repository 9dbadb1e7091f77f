import type { Call } from '@awards/shared/calls'
import type { Endpoint, Input, Output } from '@awards/shared/contract'
import { STEP_UP } from '@awards/shared/domain'
import { clientHost } from './client-host.ts'
import { errorReason, handleError, openEnvelope } from './error-catalogue.ts'
import { readToken } from './token-store.ts'

export type CallOptions = {
  /** Leaves the error to the caller: no toast, no navigation (specification §8). */
  skipErrorHandler?: boolean
  /** Milliseconds; a batch download takes `BATCH_DOWNLOAD_TIMEOUT_MS`. */
  timeout?: number
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** What a client may call: an endpoint of the contract, or its facts alone. */
export type Callable = Endpoint | Call
/** The endpoint behind it. */
export type EndpointOf<C extends Callable> = C extends Endpoint
  ? C
  : C extends Call<infer E>
    ? E
    : never

/** The schemas come with the first call; a page that came with its answers makes none. */
async function outputOf(call: Callable): Promise<Endpoint['output']> {
  if ('output' in call) return call.output
  const { ALL_CALLS } = await import('@awards/shared/contract')
  const found = ALL_CALLS.find(({ name }) => name === call.name)
  if (!found) throw new TypeError(`The contract has no call ${call.name}`)
  return found.output
}

/**
 * Makes one call of the contract and gives its `data`. A failure is shown to the visitor by the
 * error catalogue, unless the caller opts out, and is thrown in either case. A call that takes a code
 * by e-mail first is made again after it, with all that it carried.
 */
export async function callApi<C extends Callable>(
  call: C,
  input: Input<EndpointOf<C>>,
  { skipErrorHandler = false, ...request }: CallOptions = {},
): Promise<Output<EndpointOf<C>>> {
  const sentToken = readToken()
  const send = async () => {
    const output = outputOf(call)
    // An answer that fails is told first.
    output.catch(() => undefined)
    // What changes something is not sent as long as its answer could not be read.
    if (call.method === 'POST') await output
    const answer = await clientHost().send({
      ...request,
      method: call.method,
      url: call.path.slice('/api'.length),
      input,
    })
    const data = openEnvelope(answer)
    return (await output).parse(data) as Output<EndpointOf<C>>
  }
  try {
    return await send().catch(async (error: unknown) => {
      if (errorReason(error) === STEP_UP && (await clientHost().reauthenticate())) return send()
      throw error
    })
  } catch (error) {
    if (!skipErrorHandler) handleError(error, sentToken)
    throw error
  }
}
