import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Endpoint, Input } from '@awards/shared/contract'

/** Outcome and time of one request; `status` is undefined if the connection was lost. */
export type Answer = {
  path: string
  at: number
  ms: number
  status: number | undefined
  /** Code of the envelope; undefined if the body is not one. */
  code: number | undefined
  msg: unknown
  data: unknown
}

type Sent = { method?: string; token?: string; body?: Buffer | string; type?: string }

/** HTTP client with keep-alive connections, as a browser; never retries. */
export function openConnection(base: string, sockets = Infinity) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })

  /** Never throws; a lost connection is an answer without a status. */
  function send(path: string, { method = 'GET', token, body, type }: Sent = {}): Promise<Answer> {
    const at = performance.now()
    const headers = {
      ...(token && { token }),
      ...(body !== undefined && {
        'content-type': type ?? 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    }
    return new Promise((done) => {
      const end = (status?: number, text = '') =>
        done({
          path: path.split('?')[0] ?? '',
          at,
          ms: performance.now() - at,
          status,
          ...envelopeOf(text),
        })
      const outgoing = request(new URL(path, base), { method, headers, agent }, (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (part: string) => (text += part))
        incoming.on('end', () => end(incoming.statusCode, text))
        incoming.on('error', () => end())
      })
      outgoing.on('error', () => end())
      outgoing.end(body)
    })
  }

  return {
    send,
    call<E extends Endpoint>(endpoint: E, input: Input<E>, token = ''): Promise<Answer> {
      if (endpoint.method === 'POST') {
        return send(endpoint.path, { method: 'POST', token, body: JSON.stringify(input) })
      }
      const query = new URLSearchParams(input as Record<string, string>)
      return send(`${endpoint.path}?${query}`, { token })
    },
    close: () => agent.destroy(),
  }
}
export type Connection = ReturnType<typeof openConnection>

function envelopeOf(text: string): Pick<Answer, 'code' | 'msg' | 'data'> {
  try {
    const { code, msg, data } = JSON.parse(text) as Record<string, unknown>
    return { code: typeof code === 'number' ? code : undefined, msg, data }
  } catch {
    return { code: undefined, msg: undefined, data: undefined }
  }
}
