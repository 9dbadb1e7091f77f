import {
  acceptsScore,
  lostWrite,
  writeLog,
  type EntryRecord,
  type FoundEntry,
} from './write-log.ts'

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

test('accepts an entry in its acknowledged state or with the one pending write', () => {
  expect(lostWrite(record, found)).toBeUndefined()
  expect(lostWrite(record, { ...found, version: 5, summary: 'Edit 3' })).toBeUndefined()
  const { files: _, ...withoutFiles } = record
  expect(lostWrite(withoutFiles, found)).toBeUndefined()
})

test.each<[string, Partial<EntryRecord>, Partial<FoundEntry>]>([
  ['an older summary', {}, { summary: 'Edit 1' }],
  ['no summary', {}, { summary: undefined }],
  ['an older version', {}, { version: 3 }],
  ['a write that nobody sent', {}, { version: 6 }],
  ['a picture less', {}, { files: ['a'] }],
  ['pictures in another order', {}, { files: ['b', 'a'] }],
  ['a submission that is gone', { isSubmitted: true }, {}],
])('detects %s as a lost write', (_, known, there) => {
  expect(lostWrite({ ...record, ...known }, { ...found, ...there })).toMatch(/^stool /)
})

test('an arriving payment increments the version', () => {
  const ordered = { ...record, order: { order_no: 'W-1', code_url: 'weixin://1' } }
  expect(lostWrite(ordered, { ...found, version: 9 })).toBeUndefined()
  expect(lostWrite(ordered, { ...found, version: 3 })).toBeDefined()
})

test('accepts the acknowledged score or the attempt after it', () => {
  const score = { token: 't', entry: '1', attempted: 'Reading 8' }
  const known = { ...score, acknowledged: { version: 7, text: 'Reading 7' } }
  expect(acceptsScore(known, { version: 7, text: 'Reading 7' })).toBe(true)
  expect(acceptsScore(known, { version: 8, text: 'Reading 8' })).toBe(true)
  expect(acceptsScore(known, { version: 7, text: 'Reading 8' })).toBe(false)
  expect(acceptsScore(known, { version: 6, text: 'Reading 6' })).toBe(false)
  expect(acceptsScore(known, { version: 9, text: 'Reading 8' })).toBe(false)
  // Without an acknowledged write nothing can be lost.
  expect(acceptsScore(score, { version: 3, text: 'of an earlier day' })).toBe(true)
})

test('counts acknowledged writes by kind', () => {
  const log = writeLog()
  for (const kind of ['drafts', 'edits', 'edits'] as const) log.acknowledge(kind)
  expect(log.counts()).toEqual({ drafts: 1, edits: 2 })
  expect(log.total()).toBe(3)
})
