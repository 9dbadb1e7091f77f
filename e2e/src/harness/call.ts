import type { Endpoint, Input, Output } from '@awards/shared/contract'
import type { Site } from './site.ts'

/** A call of the API by somebody who has signed in; throws what the server says when it refuses. */
export async function call<E extends Endpoint>(
  site: Pick<Site, 'url'>,
  token: string,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const isGet = endpoint.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(`${site.url}${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { token, 'content-type': 'application/json' },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: unknown; data: unknown }
  if (code !== 200) throw new Error(`${endpoint.name}: ${code} ${JSON.stringify({ msg, data })}`)
  return data as Output<E>
}
