import fc from 'fast-check'
import type { Endpoint } from '@awards/shared/contract'
import { inputFields } from './schema-fields.ts'

/** Texts of attacks and of edges. */
export const HOSTILE_WORDS = [
  '',
  ' ',
  'null',
  'undefined',
  '-1',
  '0',
  '1e309',
  '9223372036854775808',
  '2147483648',
  '١',
  "'",
  "' or '1'='1",
  "'; drop table users; --",
  '1); select pg_sleep(9)--',
  '%',
  '_',
  '\\',
  '\0',
  '\ud800',
  '‮',
  'a\r\nBcc: x@example.org',
  '../../etc/passwd',
  '{{7*7}}',
  '"><img src=x onerror=1>',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '=1+1',
  '$ne',
  '__proto__',
  'constructor',
  '-__proto__',
  '0000-01-01T00:00:00Z',
  '+275760-09-13',
  'x'.repeat(9e3),
]

/** Hostile values. */
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_WORDS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { $ne: 1 }, { toString: 1 }),
  fc.constantFrom(-1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
  fc.array(fc.string(), { maxLength: 4 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
)

/** A copy with `value` at `path`; creates missing parents. */
function withValue(target: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(target) || name === '0') {
    const list = Array.isArray(target) ? target : []
    return [withValue(list[0], rest, value), ...list.slice(1)]
  }
  const own = typeof target === 'object' && target !== null ? target : {}
  return { ...own, [name]: withValue(Object(own)[name], rest, value) }
}

/** A valid input with up to three hostile fields, or a hostile value instead of the input. */
export function hostileInput(call: Endpoint, sample: Record<string, unknown>) {
  const paths = inputFields(call)
    .map(({ path }) => path.map((name) => (name === '*' ? 'any' : name)))
    .filter((path) => path.length > 0)
  if (paths.length === 0) return fc.oneof(fc.constant(sample), hostile)
  const change = fc.tuple(fc.constantFrom(...paths), hostile)
  const changed = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<unknown>((input, [path, value]) => withValue(input, path, value), sample),
    )
  return fc.oneof({ weight: 12, arbitrary: changed }, hostile)
}
