import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CALLS } from '@awards/shared/contract'
import { isRefusal, permissionOf } from '@awards/shared/domain'
import type { CallName } from '@awards/shared/domain'
import { SAMPLES } from '../permission-inputs.ts'
import type { PermissionFixture, Subject } from '../permission-fixture.ts'
import { inputFields, inputWith, outputFields } from './schema-fields.ts'

/* Inputs and outputs of all calls of the contract. */
const ROOT = join(import.meta.dirname, '../../..')

/** Whether a call refuses a value with an error at its field. */
const refuses = (call: (typeof ALL_CALLS)[number], path: readonly string[], value: unknown) => {
  const parsed = call.input.safeParse(inputWith(path, value))
  const at = path.join('.')
  return !parsed.success && parsed.error.issues.some((issue) => issue.path.join('.').startsWith(at))
}
const numbers = ALL_CALLS.flatMap((call) =>
  inputFields(call)
    .filter(({ schema }) => schema.type === 'integer' || schema.type === 'number')
    .map(({ path, schema }) => ({ call, path, minimum: schema.minimum })),
)
const IN_BODY = [Number.NaN, Infinity, 1e308, 2 ** 53, '1e308', [7], null]
const IN_QUERY = ['NaN', 'Infinity', '1e308', String(2 ** 53), '1.5', '١', 'one']

describe('numbers', () => {
  beforeEach(() => proves('security 9'))

  test.each(numbers.map((one) => [`${one.call.name} ${one.path.join('.')}`, one] as const))(
    '%s refuses anything but its kind of number',
    (_name, { call, path, minimum }) => {
      const hostile = call.method === 'GET' ? IN_QUERY : IN_BODY
      const mayBeNull = call.input.safeParse(inputWith(path, null))
      const taken = hostile.filter((value) => !refuses(call, path, value))
      expect(taken.filter((value) => value !== null || !mayBeNull.success)).toEqual(
        isOptional(call, path) ? expect.not.arrayContaining([1e308, 2 ** 53]) : [],
      )
      if (minimum !== undefined && minimum >= 0) expect(refuses(call, path, -1)).toBe(true)
    },
  )

  test('scores, amounts, sizes and pages are never negative', () => {
    // An answer to a question of the programme has the limits of its question, which may ask for degrees below zero.
    const asked = 'answers.questions.*'
    const open = numbers.filter(
      ({ path, minimum }) => path.join('.') !== asked && (minimum === undefined || minimum < 0),
    )
    const names = new Set(open.map(({ path }) => path.findLast((name) => name !== '*') ?? ''))
    // Versions and years are only compared; the rest are enumerations.
    const compared = ['version', 'versions', 'year']
    const listed = [
      'type',
      'account_type',
      'realisation',
      'ai_use',
      'level',
      'status',
      'fee_type',
      'days',
    ]
    expect([...names].filter((name) => ![...compared, ...listed].includes(name))).toEqual([])
  })
})

/** Whether a field is optional or nullable. */
const isOptional = (call: (typeof ALL_CALLS)[number], path: readonly string[]) =>
  !refuses(call, path, null) || !refuses(call, path, undefined)

const GRAFTED = {
  identity: 1,
  user_id: '1',
  id: '1',
  owner_id: '1',
  actor_id: '1',
  role: 'admin',
  entry_status: 60,
  entry_fee_status: 2,
  winner_fee_status: 2,
  paid_at: '2020-01-01',
  is_show: true,
  published_at: '2020-01-01',
  award_id: '1',
  total: 100,
  capabilities: ['x'],
  password_hash: 'x',
  email_verified: true,
  amount_minor: 1,
  fee: 0,
  price: 0,
}

/** A sample input with arbitrary ids, without the database. */
function sampleOf(name: CallName): Record<string, unknown> {
  const any: Subject = {
    judging: '1',
    draft: '1',
    spare: '1',
    awarded: '1',
    leaving: '1',
    recused: '1',
    conflict: '1',
    order_no: 'ORDER1',
  }
  const fixture = { section: { id: '1' }, category: { id: '1' }, award: { id: '1' } }
  return SAMPLES[name].input(fixture as PermissionFixture, any)
}

/** A value with unknown fields added to each of its objects. */
function grafted(named: Set<string>, value: unknown, path: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => grafted(named, part, [...path, '0']))
  const more = Object.entries(GRAFTED).filter(([name]) => !named.has([...path, name].join('.')))
  const own = Object.entries(value).map(([name, part]) => [
    name,
    grafted(named, part, [...path, name]),
  ])
  return Object.fromEntries([...more, ...own])
}

test.each(ALL_CALLS.map((call) => [call.name, call] as const))(
  '%s strips unknown fields at any depth',
  (name, call) => {
    proves('security 34')
    const named = new Set(inputFields(call).map(({ path }) => path.join('.')))
    const sample = sampleOf(name as CallName)
    const more = grafted(named, sample)
    expect(Object.keys(more as object).length).toBeGreaterThan(Object.keys(sample).length)
    expect(call.input.safeParse(more)).toEqual(call.input.safeParse(sample))
  },
)

const SECRETS = /password|secret|_hash$|^hash$|digest_of|upload_token|session_token|totp|pepper/
const JURY_ONLY = /^(juror_id|judge_id|user_id|actor_id|votes_by)$/
const answersOf = (names: (name: CallName) => boolean) =>
  ALL_CALLS.filter(({ name }) => names(name as CallName)).flatMap((call) =>
    outputFields(call).map(({ path }) => ({ call: call.name, field: path.at(-1) ?? '' })),
  )

/** Calls that make a secret of the caller's own, and show it in their one answer. */
const SHOWN_ONCE = ['webhook/add', 'webhook/rotateSecret']

test('no call returns a secret; visitors and entrants get no field that names a juror', () => {
  proves('security 37')
  const secrets = answersOf(() => true).filter(({ field }) => SECRETS.test(field))
  expect(secrets.filter(({ call }) => !SHOWN_ONCE.includes(call))).toEqual([])
  const open = answersOf((name) => !isRefusal(permissionOf(name, undefined)))
  expect(open.filter(({ field }) => JURY_ONLY.test(field))).toEqual([])
  // Addresses of the organiser, and of the account that signs in.
  const addresses = open.filter(({ field }) => /^e?mail$/.test(field)).map(({ call }) => call)
  expect([...new Set(addresses)].toSorted()).toEqual(OPEN_ADDRESSES)
  const entrants = answersOf(
    (name) => !isRefusal(permissionOf(name, 0)) && name.startsWith('apply/'),
  )
  expect(entrants.filter(({ field }) => JURY_ONLY.test(field))).toEqual([])
})
// An invitation shows its recipient, masked, to the holder of its code.
const OPEN_ADDRESSES = [
  'index/contact',
  'jury/invitation',
  'oidc/confirm',
  'oidc/register',
  'oidc/resume',
  'passkey/signIn',
  'studio/invitation',
  'user/login',
  'user/register',
]

test('no SQL is built from text other than constants', () => {
  proves('security 2')
  const files = globSync(
    '{api/src/{modules,http,start,lib,files,jobs,mail,observability},platform/src}/**/*.ts',
    { cwd: ROOT },
  )
  const found = files
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /sql\.raw\((?![A-Z_]+[.)])|\.query\(`[^`]*\$\{/.test(readFileSync(join(ROOT, file), 'utf8')),
    )
  expect(found).toEqual([])
})
