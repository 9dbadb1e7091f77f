import fc from 'fast-check'
import { ALL_CALLS, ENVELOPE_CODES } from '@awards/shared/contract'
import type { Endpoint } from '@awards/shared/contract'
import type { CallName } from '@awards/shared/domain'
import { openSession } from '../../src/modules/accounts/session-token.ts'
import { permissionFixture } from '../permission-fixture.ts'
import { SAMPLES } from '../permission-inputs.ts'
import { SEED } from '../../../tools/testing/scale.ts'
import { testApi } from '../test-api.ts'
import { HOSTILE_WORDS, hostileInput } from './hostile-input.ts'

/*
 * Every call by each kind of caller with nearly valid inputs. Each answer is an envelope that reveals no internals.
 * `npm run test:full -- --only fuzz --runs 1000` runs longer.
 */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 12)
const seed = Number(process.env['FUZZ_SEED'] ?? SEED)

const api = await testApi()
const fixture = await permissionFixture(api)
const tokens: (string | undefined)[] = [undefined]
for (const identity of [0, 1, 2, 3] as const) {
  tokens.push((await openSession(api.db, fixture.people[identity].id, new Date())).token)
}

/** Calls that end sessions run last. */
const LAST = ['user/endSessions', 'user/changePassword', 'user/erase', 'user/logout']
const CALLS = ALL_CALLS.toSorted((one, two) => LAST.indexOf(one.name) - LAST.indexOf(two.name))

const INSIDE =
  /node_modules|\/api\/src\/|\.ts:\d|^\s+at \w|syntax error|violates|relation \\?"|duplicate key|invalid input syntax|pg_|postgres|kysely|fastify|ZodError|TypeError|ECONN/im
/** Inputs that look like internals: a conflict answers what was saved, and so gives them back. */
const ECHOED = HOSTILE_WORDS.filter((word) => INSIDE.test(word))

async function send(call: Endpoint, token: string | undefined, input: unknown) {
  const headers = { ...(token && { token }), 'content-type': 'application/json' }
  if (call.method === 'POST') {
    const payload = JSON.stringify(input)
    return api.app.inject({ method: 'POST', url: call.path, headers, payload })
  }
  const pairs = Object.entries(Object(input)).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const query = new URLSearchParams(pairs as [string, string][])
  return api.app.inject({ url: `${call.path}?${query}`, headers })
}

/** The fault of an answer; undefined if it has none. */
function fault({ statusCode, headers, body }: Awaited<ReturnType<typeof send>>) {
  if (statusCode !== 200) return `status ${statusCode}: ${body}`
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not JSON'
  const { code, msg, trace_id } = JSON.parse(body) as Record<string, unknown>
  if (!ENVELOPE_CODES.includes(code as 200) || code === 500 || code === 503) return `code ${code}`
  if (typeof trace_id !== 'string') return 'no trace'
  const hasMessage = code === 422 ? typeof msg === 'object' : typeof msg === 'string' && msg !== ''
  if (!hasMessage) return `no message: ${body}`
  const own = ECHOED.reduce((text, word) => text.replaceAll(word, ''), body)
  return code !== 200 && INSIDE.test(own) ? `reveals internals: ${body}` : undefined
}

test.each(CALLS.map((call) => [call.name, call] as const))(
  '%s answers any input with an envelope that reveals no internals',
  async (name, call) => {
    proves('security 2', 'security 10')
    const sample = SAMPLES[name as CallName].input(fixture, fixture.own)
    await api.db.deleteFrom('rate_limits').execute()
    const property = fc.asyncProperty(
      fc.constantFrom(...tokens),
      hostileInput(call, sample),
      async (token, input) => expect(fault(await send(call, token, input))).toBeUndefined(),
    )
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
  },
  30_000 + numRuns * 200,
)
