import type { FastifyInstance } from 'fastify'
import { ALL_CALLS } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { CallPublic } from './renderer-client.ts'

const PUBLIC = new Set<string>(
  ALL_CALLS.filter(({ access, method }) => access === 'public' && method === 'GET').map(
    ({ path }) => path,
  ),
)

function queryOf(input: unknown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) query.append(name, String(part))
    }
  }
  return query.size > 0 ? `?${query}` : ''
}

/**
 * Answers API calls of a page as an anonymous visitor from `ip`. Throws for calls that are not public reads.
 */
export const anonymousCalls =
  (app: FastifyInstance, language: Language, ip: string): CallPublic =>
  async (url, input) => {
    const path = `/api${url}`
    if (!PUBLIC.has(path)) throw new Error(`${path} is no question of a page.`)
    const response = await app.inject({
      method: 'GET',
      url: path + queryOf(input),
      headers: { 'accept-language': language },
      remoteAddress: ip,
    })
    return response.json<unknown>()
  }
