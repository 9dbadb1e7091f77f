import { commandLine, type Change } from './registry-client.ts'

const place = { channel: 'production', name: 'mf-jury', revision: 4, reason: '' } as const

test.each<[Change, string]>([
  [
    {
      ...place,
      kind: 'promote',
      version: '1.5.0',
      versions: [],
      canary: { min_views: 500 },
      acceptFailures: false,
    },
    'promote mf-jury 1.5.0 --channel production --if-revision 4',
  ],
  [
    {
      ...place,
      kind: 'promote',
      version: '1.5.0',
      versions: [],
      canary: undefined,
      acceptFailures: true,
      reason: 'the staging proxy was down',
    },
    "promote mf-jury 1.5.0 --channel production --canary off --if-revision 4 --accept-failures --reason 'the staging proxy was down'",
  ],
  [
    {
      ...place,
      kind: 'promote',
      version: '1.5.0',
      versions: [],
      canary: { min_views: 100 },
      acceptFailures: false,
    },
    'promote mf-jury 1.5.0 --channel production --views 100 --if-revision 4',
  ],
  [{ ...place, kind: 'hold', versions: [] }, 'hold mf-jury --channel production'],
  [
    { ...place, kind: 'rollback', to: '1.4.2', reason: "it's $HOME `now`" },
    "rollback mf-jury --channel production --to 1.4.2 --reason 'it'\\''s $HOME `now`'",
  ],
  [
    {
      ...place,
      kind: 'approve',
      proposed_at: '2026-11-27T12:00:00Z',
      acceptFailures: true,
      reason: 'of the proposal',
    },
    'approve mf-jury --channel production --accept-failures',
  ],
])('%j', (change, expected) => {
  expect(commandLine(change)).toBe(`npm run mfe -- ${expected}`)
})
