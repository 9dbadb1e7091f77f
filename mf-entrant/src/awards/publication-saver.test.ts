import { BusinessError } from '@awards/shared/client'
import type { WinningInfo } from '@awards/shared/domain'
import { createPublicationSaver, storable, type PublicationValues } from './publication-saver.ts'

const names = { winner_name: 'Atelier', certificate_name: 'Anne' }

function setUp() {
  const sent: [number, WinningInfo][] = []
  const kept: (PublicationValues | undefined)[] = []
  const filled: PublicationValues[] = []
  const answers: (() => Promise<{ version: number }>)[] = []
  const refused: unknown[] = []
  const saver = createPublicationSaver(
    { version: 1, info: names },
    {
      async save(version, info) {
        sent.push([version, info])
        return (answers.shift() ?? (async () => ({ version: version + 1 })))()
      },
      load: async () => ({ version: 7, info: { ...names, bio: 'Theirs' } }),
      fill: (values) => filled.push(values),
      keep: (changed) => kept.push(changed),
      refused: (error) => refused.push(error),
    },
  )
  return {
    saver,
    sent,
    kept,
    filled,
    refused,
    next: (one: () => Promise<{ version: number }>) => answers.push(one),
  }
}

test('saves within two seconds of the last key, and keeps a copy until then', async () => {
  jest.useFakeTimers()
  const { saver, sent, kept } = setUp()
  saver.change({ bio: 'A' }, { ...names, bio: 'A' })
  expect(kept).toEqual([{ bio: 'A' }])
  await jest.advanceTimersByTimeAsync(2_000)
  jest.useRealTimers()
  expect(sent).toEqual([[1, { ...names, bio: 'A' }]])
  expect(kept.at(-1)).toBeUndefined()
  expect(saver.snapshot().state).toBe('saved')
})

test('what cannot be stored stays on this device', async () => {
  const { saver, sent, kept } = setUp()
  saver.change({ winner_name: '' }, { ...names, winner_name: '' })
  expect(await saver.flush()).toBe(false)
  expect(sent).toEqual([])
  expect(kept.at(-1)).toEqual({ winner_name: '' })
  expect(saver.snapshot().state).toBe('refused')
})

test('another window keeps what was not changed here', async () => {
  const { saver, sent, filled, next } = setUp()
  next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
  saver.change({ credits: 'Mine' }, { ...names, credits: 'Mine' })
  expect(await saver.flush()).toBe(true)
  const merged = { ...names, bio: 'Theirs', credits: 'Mine' }
  expect(sent.at(-1)).toEqual([7, merged])
  expect(filled).toEqual([merged])
})

test('the last step sends the form over what another window wrote only where it was changed here', async () => {
  const { saver, sent, next } = setUp()
  next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
  saver.change({}, { ...names, bio: 'As it was here' })
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toEqual([7, { ...names, bio: 'Theirs' }])
})

test('a lost connection is tried again', async () => {
  const { saver, refused, next } = setUp()
  next(() => Promise.reject(new TypeError('offline')))
  saver.change({ bio: 'A' }, { ...names, bio: 'A' })
  expect(await saver.flush()).toBe(false)
  expect(saver.snapshot().state).toBe('offline')
  expect(refused).toEqual([])
  expect(await saver.flush()).toBe(true)
})

test.each([429, 503])('sends again after %i, as the draft of an entry does', async (code) => {
  jest.useFakeTimers()
  const { saver, sent, kept, refused, next } = setUp()
  next(() => Promise.reject(new BusinessError(code, 'Not now')))
  saver.change({ bio: 'A' }, { ...names, bio: 'A' })
  await saver.flush()
  expect(saver.snapshot().state).toBe('offline')
  expect(kept.at(-1)).toEqual({ bio: 'A' })
  await jest.advanceTimersByTimeAsync(6_000)
  jest.useRealTimers()
  expect(sent).toHaveLength(2)
  expect(refused).toEqual([])
  expect(saver.snapshot().state).toBe('saved')
})

test('an empty address is none; one that was begun needs its country', () => {
  expect(storable({ ...names, shipping: { city: '' } }).data).toEqual(names)
  expect(storable({ ...names, shipping: { city: 'Lyon' } }).success).toBe(false)
  expect(storable({ ...names, shipping: { city: 'Lyon', country: 'FR' } }).success).toBe(true)
})
