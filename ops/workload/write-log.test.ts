import { acceptsScore, lostOf, writeLog, type EntryRecord, type FoundEntry } from './write-log.ts'

const record: EntryRecord = {
  key: 'stool',
  token: 't',
  category: {
    section: '1',
    category: '2',
  },
  version: 4,
  edits: 3,
  summary: 'Edit 2',
  attempted: 'Edit 3',
  files: ['a', 'b'],
}
const found: FoundEntry = { version: 4, summary: 'Edit 2', files: ['a', 'b'], isSubmitted: false }

test('an entry is kept as it was acknowledged, or with the one write that was on its way', () => {
  expect(lostOf(record, found)).toBeUndefined()
  expect(lostOf(record, { ...found, version: 5, summary: 'Edit 3' })).toBeUndefined()
  const { files: _, ...withoutFiles } = record
  expect(lostOf(withoutFiles, found)).toBeUndefined()
})

test.each<[string, Partial<EntryRecord>, Partial<FoundEntry>]>([
  ['an older summary', {}, { summary: 'Edit 1' }],
  ['no summary', {}, { summary: undefined }],
  ['an older version', {}, { version: 3 }],
  ['a write that nobody sent', {}, { version: 6 }],
  ['a picture less', {}, { files: ['a'] }],
  ['pictures in another order', {}, { files: ['b', 'a'] }],
  ['a submission that is gone', { isSubmitted: true }, {}],
])('%s is a lost write', (_, known, there) => {
  expect(lostOf({ ...record, ...known }, { ...found, ...there })).toMatch(/^stool /)
})

test('a payment that arrives is a change of the entry too', () => {
  const ordered = { ...record, order: { order_no: 'W-1', code_url: 'weixin://1' } }
  expect(lostOf(ordered, { ...found, version: 9 })).toBeUndefined()
  expect(lostOf(ordered, { ...found, version: 3 })).toBeDefined()
})

test('a score is the acknowledged one or the attempt after it', () => {
  const score = { token: 't', entry: '1', attempted: 'Reading 8' }
  const known = { ...score, acknowledged: { version: 7, text: 'Reading 7' } }
  expect(acceptsScore(known, { version: 7, text: 'Reading 7' })).toBe(true)
  expect(acceptsScore(known, { version: 8, text: 'Reading 8' })).toBe(true)
  expect(acceptsScore(known, { version: 7, text: 'Reading 8' })).toBe(false)
  expect(acceptsScore(known, { version: 6, text: 'Reading 6' })).toBe(false)
  expect(acceptsScore(known, { version: 9, text: 'Reading 8' })).toBe(false)
  // Nothing was acknowledged yet, so nothing can be lost.
  expect(acceptsScore(score, { version: 3, text: 'of an earlier day' })).toBe(true)
})

test('acknowledged writes are counted by kind', () => {
  const log = writeLog()
  for (const kind of ['drafts', 'edits', 'edits'] as const) log.acknowledge(kind)
  expect(log.counts()).toEqual({ drafts: 1, edits: 2 })
  expect(log.total()).toBe(3)
})
