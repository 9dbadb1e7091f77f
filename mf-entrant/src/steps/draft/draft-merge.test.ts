import type { EntryFile } from '@awards/shared/contract'
import { mergeDraft, mergeLists, type Pending, type Saved } from './draft-merge.ts'

const file = (file_id: string, part: Partial<EntryFile> = {}): EntryFile => ({
  file_id,
  kind: 'image',
  sort: 0,
  alt: '',
  credit: null,
  picture: null,
  original_name: null,
  ...part,
})
const base: Saved = {
  version: 1,
  step: 2,
  answers: { title: 'Ondine', designers: [{ name: 'Ada' }] },
  files: [file('1', { kind: 'cover' }), file('2')],
}
const merge = (mine: Pending, theirs: Partial<Saved>) =>
  mergeDraft(base, mine, { ...base, version: 2, ...theirs })
const withAnswers = (answers: Saved['answers']) => ({ answers: { ...base.answers, ...answers } })

test.each([
  ['only mine changed', { summary: 'A' }, {}, { summary: 'A' }],
  ['both changed alike', { summary: 'A' }, { summary: 'A ' }, {}],
  ['an empty text is no text', { summary: '' }, {}, {}],
  ['I changed it and changed it back', { title: 'Ondine' }, { title: 'Onde' }, {}],
])('%s: no question', (_name, mine, theirs, left) => {
  const { pending, conflicts } = merge({ answers: mine }, withAnswers(theirs))
  expect(conflicts).toEqual([])
  expect(pending.answers).toEqual(left)
})

test('both changed one answer in different ways: it is asked, and left out of what is saved', () => {
  const mine = { title: 'Onde', company: 'Brumaire' }
  const { pending, conflicts } = merge({ answers: mine }, withAnswers({ title: 'Ondée' }))
  expect(conflicts).toEqual([{ field: 'title', mine: 'Onde', theirs: 'Ondée' }])
  expect(pending.answers).toEqual({ company: 'Brumaire' })
})

test('a designer added here and one added there both stay', () => {
  const { pending, conflicts } = merge(
    { answers: { designers: [{ name: 'Ada' }, { name: 'Bo' }] } },
    withAnswers({ designers: [{ name: 'Ada', role: 'Lead' }, { name: 'Cy' }] }),
  )
  expect(conflicts).toEqual([])
  expect(pending.answers.designers).toEqual([
    { name: 'Ada', role: 'Lead' },
    { name: 'Cy' },
    { name: 'Bo' },
  ])
})

test('one designer changed in both windows is asked', () => {
  const { conflicts } = merge(
    { answers: { designers: [{ name: 'Ada', role: 'Lead' }] } },
    withAnswers({ designers: [{ name: 'Ada', role: 'Engineer' }] }),
  )
  expect(conflicts).toMatchObject([{ field: 'designers' }])
})

test('pictures added and described in two windows come together', () => {
  const mine = [file('1', { kind: 'cover' }), file('2', { alt: 'Side view' }), file('3')]
  const theirs = [file('1', { kind: 'cover', alt: 'Front view' }), file('2'), file('4')]
  const { pending, conflicts } = merge({ answers: {}, files: mine }, { files: theirs })
  expect(conflicts).toEqual([])
  expect(pending.files?.map(({ file_id, alt }) => [file_id, alt])).toEqual([
    ['1', 'Front view'],
    ['2', 'Side view'],
    ['4', ''],
    ['3', ''],
  ])
})

test('two different covers are asked', () => {
  const files = [file('1', { kind: 'cover' }), file('2'), file('3')]
  const coverAt = (place: number) =>
    files.map((one, index) => file(one.file_id, { kind: index === place ? 'cover' : 'image' }))
  const before: Saved = { ...base, files }
  const { pending, conflicts } = mergeDraft(
    before,
    { answers: {}, files: coverAt(1) },
    { ...before, version: 2, files: coverAt(2) },
  )
  expect(conflicts).toMatchObject([{ field: 'files' }])
  expect(pending.files).toBeUndefined()
})

describe('lists', () => {
  const rules = { keyOf: (one: string) => one[0] ?? '', isSame: (a: string, b: string) => a === b }
  test.each([
    ['my order is kept', ['b', 'a'], ['a', 'b', 'c'], ['b', 'a', 'c']],
    ['their order is kept', ['a', 'b', 'c'], ['b', 'a'], ['b', 'a', 'c']],
    ['what one removed is gone', ['a'], ['a', 'b'], ['a']],
    ['what I removed and they changed is asked', ['a'], ['a', 'b2'], undefined],
    ['two items that cannot be told apart are asked', ['a', 'a2'], ['a', 'b'], undefined],
  ])('%s', (_name, mine, theirs, expected) => {
    expect(mergeLists(['a', 'b'], mine, theirs, rules)).toEqual(expected)
  })
})
