import type { EntryFile } from '@awards/shared/contract'
import { added, moved, removed, replaced, withCover } from './arrange.ts'

const file = (file_id: string, kind: EntryFile['kind'], sort: number): EntryFile => ({
  file_id,
  kind,
  sort,
  alt: '',
  credit: null,
  picture: null,
  original_name: null,
})
const files = [
  file('1', 'cover', 0),
  file('2', 'image', 1),
  file('3', 'image', 2),
  file('9', 'pdf', 3),
]
const order = (list: readonly EntryFile[]) => list.map(({ file_id, kind }) => `${file_id} ${kind}`)
const arrival = (file_id: string, kind: 'image' | 'pdf') => ({
  file_id,
  kind,
  picture: null,
  original_name: 'x',
  duplicate_of: null,
  similar_to: null,
})

test('a picture moves to its place and every place has its number', () => {
  const list = moved(files, 2, 0)
  expect(order(list)).toEqual(['3 image', '1 cover', '2 image', '9 pdf'])
  expect(list.map(({ sort }) => sort)).toEqual([0, 1, 2, 3])
})

test('a move over the edge changes nothing', () => {
  expect(order(moved(files, 0, -1))).toEqual(order(files))
})

test('there is one cover, and it leads', () => {
  expect(order(withCover(files, '3'))).toEqual(['3 cover', '1 image', '2 image', '9 pdf'])
})

test('without its cover an entry leads with its next picture', () => {
  expect(order(removed(files, '1'))).toEqual(['2 cover', '3 image', '9 pdf'])
})

test('the last picture can be removed', () => {
  expect(removed([file('1', 'cover', 0)], '1')).toEqual([])
})

test('the first arrival is the cover, the next are pictures', () => {
  const one = added([], arrival('1', 'image'))
  expect(order(added(one, arrival('2', 'image')))).toEqual(['1 cover', '2 image'])
})

test('a new document takes the place of the old one', () => {
  expect(order(added(files, arrival('10', 'pdf')))).toEqual([
    '1 cover',
    '2 image',
    '3 image',
    '10 pdf',
  ])
})

test('a crop takes the place of its picture and keeps what was said about it', () => {
  const described = files.map((one) => (one.file_id === '2' ? { ...one, alt: 'A chair' } : one))
  const list = replaced(described, '2', arrival('7', 'image'))
  expect(order(list)).toEqual(['1 cover', '7 image', '3 image', '9 pdf'])
  expect(list[1]?.alt).toBe('A chair')
})
