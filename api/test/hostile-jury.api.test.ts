import { atScale } from '../../tools/testing/scale.ts'
import { ALL_CALLS, type Endpoint } from '@awards/shared/contract'
import { isRefusal, permissionOf } from '@awards/shared/domain'
import type { CallName } from '@awards/shared/domain'
import { permissionFixture } from './permission-fixture.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * Every call of the jury by a permitted caller, with each field in turn set to hostile values. Each answer is an
 * envelope with a code below 500 and a message.
 */
const api = await testApi()
const fixture = await permissionFixture(api)

const VALUES: unknown[] = [
  '',
  '1e308',
  '2147483648',
  '9223372036854775808',
  "'; drop table scores; --",
  '\ud800',
  '0000-01-01T00:00:00Z',
  '-__proto__',
  'x'.repeat(3e4),
  null,
  -1,
  0.5,
  0x80000000,
  Number.MAX_SAFE_INTEGER,
  [[]],
  [null],
  { $ne: 1 },
]
/** Object fields whose inner fields are varied too. */
const INNER: Partial<Record<CallName, Record<string, Record<string, unknown>>>> = {
  'subjudges/score': {
    items: { criterion_id: '1', value: 10 },
    recuse: { type: 'other', note: '' },
    abstain: { reason: 'Too near to it' },
  },
  'judge/planAssignments': { shortlist: { share: 50, floor: 60 } },
  'judge/changeEntryFeeStatus': {
    evidence: { amount_minor: 100, value_date: '2027-01-31', reference: 'X' },
  },
}

const CALLS = ALL_CALLS.filter(({ name }) => /^(judge|subJudge|subjudges|jury)\//.test(name))
const shapeOf = ({ input }: Endpoint): string[] =>
  'shape' in input && typeof input.shape === 'object' ? Object.keys(input.shape ?? {}) : []

/** The full run tries each value on each field; the core run a third of them, another third on the next field. */
const EVERY = atScale({ core: 3, full: 1 })
let turn = 0
function valuesOfField() {
  turn += 1
  return VALUES.filter((_, index) => index % EVERY === turn % EVERY)
}

/** Valid inputs with one field replaced by a hostile value. */
function* hostile(call: Endpoint): Generator<Record<string, unknown>> {
  const sample = SAMPLES[call.name as CallName].input(fixture, fixture.own)
  for (const field of new Set([...shapeOf(call), ...Object.keys(sample)])) {
    for (const value of valuesOfField()) yield { ...sample, [field]: value }
  }
  for (const [field, whole] of Object.entries(INNER[call.name as CallName] ?? {})) {
    for (const inner of Object.keys(whole)) {
      for (const value of valuesOfField()) {
        const changed = { ...whole, [inner]: value }
        yield { ...sample, [field]: field === 'items' ? [changed] : changed }
      }
    }
  }
}

/** Identity of a permitted caller; validation is the same for all of them. */
const callerOf = ({ name }: Endpoint) =>
  ([3, 2, 1] as const).find((identity) => !isRefusal(permissionOf(name as CallName, identity))) ?? 1

test.each(CALLS.map((call) => [call.name, call] as const))(
  '%s answers any input with a code below 500',
  async (_name, call) => {
    proves('security 9', 'security 10')
    const caller = api.as(fixture.people[callerOf(call)])
    const wrong: unknown[] = []
    await api.db.deleteFrom('rate_limits').execute()
    for (const input of hostile(call)) {
      const { code, msg, trace_id } = await caller.answer(call, input)
      const hasMessage = typeof msg === 'string' || (typeof msg === 'object' && msg !== null)
      if (code >= 500 || !hasMessage || !trace_id) {
        wrong.push([code, msg, JSON.stringify(input).slice(0, 300)])
      }
    }
    expect(wrong).toEqual([])
  },
)
