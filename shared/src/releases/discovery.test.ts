import { DISCOVERY_SCHEMA, manifestUrl, parseDiscovery } from './discovery.ts'

const INTEGRITY = `sha384-${'A'.repeat(64)}`

const entry = (version: string, traffic: number, isDefault: boolean) => ({
  url: manifestUrl('mf-jury', version),
  fallbackUrl: manifestUrl('mf-jury', version, '/mfe-b'),
  metadata: { version, integrity: INTEGRITY },
  deployment: { traffic, default: isDefault },
  extras: {
    modulefederation: {
      name: 'mf_jury',
      exposes: ['./routes'],
      routes: [{ path: '/juryreview', title: 'JuryReview', wrappers: ['onlyJury'] }],
      kind: 'primary',
      contract: '^1.0.0',
      timeoutMs: 8000,
      prefetch: [],
      withdrawn: [],
    },
  },
})
type Entry = ReturnType<typeof entry>
const document = (entries: unknown, name = 'mf-jury') => ({
  schema: DISCOVERY_SCHEMA,
  microFrontends: { [name]: entries },
})
const good = () => [entry('1.1.0', 10, false), entry('1.0.0', 90, true)] as [Entry, Entry]

test('a canary with its default is valid', () => {
  expect(parseDiscovery(document(good())).microFrontends['mf-jury']).toHaveLength(2)
})

// What the schema of the names lets through (platform T12, T15), and what is ours.
test.each<[string, (entries: [Entry, Entry]) => unknown, RegExp]>([
  [
    'traffic of 300',
    ([a, b]) => [{ ...a, deployment: { traffic: 100, default: false } }, b],
    /190/,
  ],
  ['no default', ([a]) => [{ ...a, deployment: { traffic: 100, default: false } }], /default/],
  [
    'two defaults',
    ([a, b]) => [{ ...a, deployment: { traffic: 10, default: true } }, b],
    /default/,
  ],
  ['an empty list', () => [], /microFrontends/],
  ['a version twice', ([a]) => [a, { ...a, deployment: { traffic: 90, default: true } }], /twice/],
  ['javascript:', ([a, b]) => [{ ...a, url: 'javascript:alert(1)' }, b], /is not of mf-jury/],
  ['another origin', ([a, b]) => [{ ...a, url: `https://evil.test${a.url}` }, b], /is not of/],
  ['a path upward', ([a, b]) => [{ ...a, url: `/mfe/x/..${a.url}` }, b], /is not of/],
  ['a foreign second place', ([a, b]) => [{ ...a, fallbackUrl: '/files/x' }, b], /is not of/],
  [
    'a wrong second version',
    ([a, b]) => [a, { ...b, metadata: { version: '1.0.0', integrity: 'e0d123e5' } }],
    /integrity/,
  ],
  [
    'the integrity of an example',
    ([a, b]) => [{ ...a, metadata: { version: '1.1.0', integrity: 'sha256-initial' } }, b],
    /integrity/,
  ],
  ['an unknown field', ([a, b]) => [{ ...a, nextToken: 'x' }, b], /nextToken/],
])('%s is refused', (_what, broken, reason) => {
  expect(() => parseDiscovery(document(broken(good())))).toThrow(reason)
})

test('an unknown field at the top, and an unknown kind of name, are refused', () => {
  expect(() => parseDiscovery({ ...document(good()), revision: 3 })).toThrow(/revision/)
  expect(() => parseDiscovery(document(good(), 'evil'))).toThrow(/evil/)
})
