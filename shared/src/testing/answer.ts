import type { Endpoint, Output } from '@awards/shared/contract'
import { http } from '../client/http.ts'

type Handler = (input: unknown) => unknown
const handlers = new Map<string, Handler>()
const envelope = (code: number, msg: unknown, data: unknown) => ({
  code,
  msg,
  data,
  trace_id: 'test',
})

/** Answers a call in a test; the answer is parsed by the contract, so that a stale one fails. */
export function answer<E extends Endpoint>(
  call: E,
  handler: (input: unknown) => Output<E> | Promise<Output<E>>,
) {
  handlers.set(call.path, async (input) =>
    envelope(200, 'ok', call.output.parse(await handler(input))),
  )
}

/** Refuses a call in a test. */
export function refuse(
  call: Endpoint,
  code: number,
  msg: string | Record<string, string[]>,
  data: { reason: string } | null = null,
) {
  handlers.set(call.path, () => envelope(code, msg, data))
}

/** Puts the answers of `answer` and `refuse` in place of the network, until the test ends. */
export function answerCalls() {
  const network = http.defaults.adapter
  http.defaults.adapter = async (request) => {
    const path = `${request.baseURL ?? ''}${request.url ?? ''}`
    const handler = handlers.get(path)
    if (!handler) throw new Error(`The test has no answer for ${path}`)
    const input: unknown =
      typeof request.data === 'string' ? JSON.parse(request.data) : (request.params ?? {})
    return {
      data: await handler(input),
      status: 200,
      statusText: 'OK',
      headers: {},
      config: request,
    }
  }
  return () => {
    handlers.clear()
    http.defaults.adapter = network
  }
}
