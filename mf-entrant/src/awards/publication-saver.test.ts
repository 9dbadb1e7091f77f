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
      keep: (changes) => kept.push(changes?.answers),
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

describe('a field that another window changed too, in another way', () => {
  async function asked() {
    const setting = setUp()
    setting.next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
    setting.saver.change(
      { bio: 'Mine', credits: 'Mine' },
      { ...names, bio: 'Mine', credits: 'Mine' },
    )
    expect(await setting.saver.flush()).toBe(false)
    return setting
  }

  test('is asked, and until the answer nothing is saved and the copy stays', async () => {
    const { saver, sent, kept, filled } = await asked()
    expect(saver.snapshot()).toMatchObject({
      state: 'conflict',
      conflicts: [{ field: 'bio', mine: 'Mine', theirs: 'Theirs' }],
    })
    expect(filled.at(-1)).toMatchObject({ bio: 'Mine', credits: 'Mine' })
    saver.change(
      { press_text: 'New' },
      { ...names, bio: 'Mine', credits: 'Mine', press_text: 'New' },
    )
    expect(await saver.flush()).toBe(false)
    expect(sent).toHaveLength(1)
    expect(kept.at(-1)).toEqual({ bio: 'Mine', credits: 'Mine', press_text: 'New' })
    expect(saver.snapshot().state).toBe('conflict')
  })

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('is saved as it was chosen: %s', async (choice, bio) => {
    const { saver, sent, kept, filled } = await asked()
    expect(await saver.resolve({ bio: choice })).toBe(true)
    expect(sent.at(-1)).toEqual([7, { ...names, bio, credits: 'Mine' }])
    expect(filled.at(-1)).toMatchObject({ bio, credits: 'Mine' })
    expect(kept.at(-1)).toBeUndefined()
    expect(saver.snapshot()).toMatchObject({ state: 'saved', conflicts: [] })
  })

  test('needs no answer any more once it is written as it stands there', async () => {
    const { saver, sent } = await asked()
    saver.change({ bio: 'Theirs' }, { ...names, bio: 'Theirs', credits: 'Mine' })
    expect(await saver.flush()).toBe(true)
    expect(sent.at(-1)).toEqual([7, { ...names, bio: 'Theirs', credits: 'Mine' }])
  })

  test('needs no question where both wrote the same', async () => {
    const { saver, sent, next } = setUp()
    next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
    saver.change({ bio: 'Theirs' }, { ...names, bio: 'Theirs' })
    expect(await saver.flush()).toBe(true)
    expect(sent.at(-1)).toEqual([7, { ...names, bio: 'Theirs' }])
  })

  test('where the other version is taken as a whole, nothing is left to save', async () => {
    const { saver, sent, kept, next } = setUp()
    next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
    saver.change({ bio: 'Mine' }, { ...names, bio: 'Mine' })
    await saver.flush()
    expect(await saver.resolve({ bio: 'theirs' })).toBe(true)
    expect(sent).toHaveLength(1)
    expect(kept.at(-1)).toBeUndefined()
    expect(saver.snapshot().state).toBe('saved')
  })
})

test('a save that arrived without an answer is no other window’s', async () => {
  const { saver, sent, kept, next } = setUp()
  next(() => Promise.reject(new TypeError('offline')))
  next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
  saver.change({ bio: 'Theirs' }, { ...names, bio: 'Theirs' })
  await saver.flush()
  saver.change({ bio: 'Theirs, and more' }, { ...names, bio: 'Theirs, and more' })
  expect(kept.at(-1)).toEqual({ bio: 'Theirs, and more' })
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toEqual([7, { ...names, bio: 'Theirs, and more' }])
})

describe('a copy of this device', () => {
  const over = (version: number, answers: PublicationValues) => ({
    version,
    step: 0,
    answers,
    files: [],
  })
  const shipping = { recipient: 'Anne', address: '1 rue', postal_code: '69001', city: 'Lyon' }

  test('is saved where nobody wrote since; what was changed elsewhere stays', async () => {
    const { saver, sent, filled } = setUp()
    const base = over(0, { ...names, certificate_name: 'A.' })
    expect(saver.restore({ answers: { bio: 'Copy' } }, names, base)).toBe(true)
    expect(await saver.flush()).toBe(true)
    expect(sent).toEqual([[1, { ...names, bio: 'Copy' }]])
    expect(filled).toEqual([{ ...names, bio: 'Copy' }])
  })

  test('does not rename the certificate over what was saved since', async () => {
    const { saver, sent, kept } = setUp()
    const base = over(0, { ...names, certificate_name: 'A.' })
    const answers = { certificate_name: 'Old', shipping: { ...shipping, country: 'FR' } }
    expect(saver.restore({ answers }, names, base)).toBe(true)
    expect(await saver.flush()).toBe(false)
    expect(saver.snapshot()).toMatchObject({
      state: 'conflict',
      conflicts: [{ field: 'certificate_name', mine: 'Old', theirs: 'Anne' }],
    })
    expect(sent).toEqual([])
    expect(kept.at(-1)).toEqual(answers)
    expect(await saver.resolve({ certificate_name: 'theirs' })).toBe(true)
    expect(sent).toEqual([[1, { ...names, shipping: { ...shipping, country: 'FR' } }]])
  })

  test('an address is one field', () => {
    const { saver } = setUp()
    saver.restore(
      { answers: { shipping: { ...shipping, city: 'Paris' } }, asked: ['shipping'] },
      names,
    )
    expect(saver.snapshot().conflicts).toEqual([
      { field: 'shipping', mine: { ...shipping, city: 'Paris' }, theirs: undefined },
    ])
  })

  test('goes where the server has all of it', () => {
    const { saver, kept, filled } = setUp()
    expect(saver.restore({ answers: { winner_name: 'Atelier' } }, names)).toBe(false)
    expect(kept).toEqual([undefined])
    expect(filled).toEqual([])
  })
})

test('a copy that comes back while a save is on its way keeps its question, and the answer is saved', async () => {
  const { saver, sent, next } = setUp()
  const { promise, resolve } = Promise.withResolvers<{ version: number }>()
  next(() => promise)
  saver.change({ credits: 'Typed' }, { ...names, credits: 'Typed' })
  const saving = saver.flush()
  const base = { version: 0, step: 0, answers: { ...names, certificate_name: 'Before' }, files: [] }
  const copy = { answers: { certificate_name: 'Old copy' } }
  expect(saver.restore(copy, { ...names, credits: 'Typed' }, base)).toBe(true)
  resolve({ version: 2 })
  await saving
  const { state, conflicts } = saver.snapshot()
  expect(state).toBe('conflict')
  expect(conflicts).toMatchObject([{ field: 'certificate_name', mine: 'Old copy', theirs: 'Anne' }])
  expect(await saver.resolve({ certificate_name: 'mine' })).toBe(true)
  expect(sent.at(-1)).toEqual([2, { ...names, certificate_name: 'Old copy', credits: 'Typed' }])
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
