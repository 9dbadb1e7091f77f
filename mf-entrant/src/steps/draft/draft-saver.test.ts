import { BusinessError } from '@awards/shared/client'
import { createDraftSaver } from './draft-saver.ts'
import { mergeCopies } from '../../common/device-copy.ts'
import type { Pending, Saved } from './draft-merge.ts'

const start: Saved = { version: 1, step: 1, answers: { title: 'Ondine' }, files: [] }

function setUp() {
  const sent: Saved[] = []
  const kept: (Pending | undefined)[] = []
  const refused: unknown[] = []
  const answers: (() => Promise<{ version: number }>)[] = []
  let theirs: () => Promise<Saved> = async () => start
  const saver = createDraftSaver(start, {
    async saveAnswers(saved) {
      sent.push(saved)
      return (answers.shift() ?? (async () => ({ version: saved.version + 1 })))()
    },
    saveFiles: async (version, files) => ({ version: version + 1, files }),
    load: () => theirs(),
    keep: (pending) => kept.push(pending),
    refused: (error) => refused.push(error),
  })
  return {
    saver,
    sent,
    kept,
    refused,
    next: (answer: () => Promise<{ version: number }>) => answers.push(answer),
    elsewhere: (answer: () => Promise<Saved>) => (theirs = answer),
  }
}

test('saves what changed on top of the version it read', async () => {
  const { saver, sent, kept } = setUp()
  saver.change({ answers: { summary: 'A chair' } })
  expect(kept.at(-1)?.answers).toEqual({ summary: 'A chair' })
  expect(await saver.flush()).toBe(true)
  expect(sent).toEqual([{ ...start, answers: { title: 'Ondine', summary: 'A chair' } }])
  expect(saver.snapshot()).toMatchObject({ state: 'saved', version: 2 })
  expect(kept.at(-1)).toBeUndefined()
})

test('saves within two seconds of the last key', () => {
  jest.useFakeTimers()
  const { saver, sent } = setUp()
  saver.change({ answers: { summary: 'A' } })
  jest.advanceTimersByTime(900)
  saver.change({ answers: { summary: 'A chair' } })
  jest.advanceTimersByTime(2_000)
  jest.useRealTimers()
  expect(sent).toHaveLength(1)
})

test('what is typed while a save is under way is saved after it, on the new version', async () => {
  const { saver, sent, next } = setUp()
  next(async () => {
    saver.change({ answers: { summary: 'A better chair' } })
    return { version: 7 }
  })
  saver.change({ answers: { summary: 'A chair' } })
  await saver.flush()
  expect(sent.map(({ version, answers }) => [version, answers.summary])).toEqual([
    [1, 'A chair'],
    [7, 'A better chair'],
  ])
})

const stale = () =>
  Promise.reject(new BusinessError(409, 'Changed elsewhere', { reason: 'VERSION' }))

test('what another window changed in another field comes in without a question', async () => {
  const { saver, sent, kept, next, elsewhere } = setUp()
  next(stale)
  elsewhere(async () => ({ ...start, version: 5, answers: { title: 'Ondine', materials: 'Oak' } }))
  saver.change({ answers: { company: 'Brumaire' } })
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toMatchObject({
    version: 5,
    answers: { title: 'Ondine', materials: 'Oak', company: 'Brumaire' },
  })
  expect(saver.snapshot()).toMatchObject({ state: 'saved', epoch: 1, conflicts: [] })
  expect(kept.at(-1)).toBeUndefined()
})

async function inConflict() {
  const setting = setUp()
  setting.next(stale)
  setting.elsewhere(async () => ({ ...start, version: 5, answers: { title: 'Theirs' } }))
  setting.saver.change({ answers: { title: 'Mine', client: 'Museum' } })
  expect(await setting.saver.flush()).toBe(false)
  return setting
}

test('what both changed differently is asked, and kept on this device until then', async () => {
  const { saver, sent, kept } = await inConflict()
  expect(saver.snapshot()).toMatchObject({
    state: 'conflict',
    answers: { title: 'Mine', client: 'Museum' },
    conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }],
  })
  expect(kept.at(-1)?.answers).toEqual({ title: 'Mine', client: 'Museum' })
  saver.change({ answers: { title: 'Mine too' } })
  expect(saver.snapshot()).toMatchObject({ state: 'conflict', conflicts: [{ mine: 'Mine too' }] })
  expect(sent).toHaveLength(1)
})

test('the other version can be taken for a field, and the rest of mine stays', async () => {
  const { saver, sent, kept } = await inConflict()
  expect(await saver.resolve({ title: 'theirs' })).toBe(true)
  expect(sent.at(-1)).toMatchObject({ version: 5, answers: { title: 'Theirs', client: 'Museum' } })
  expect(saver.snapshot()).toMatchObject({ state: 'saved', answers: { title: 'Theirs' } })
  expect(kept.at(-1)).toBeUndefined()
})

test('mine can be kept', async () => {
  const { saver, sent } = await inConflict()
  expect(await saver.resolve({ title: 'mine' })).toBe(true)
  expect(sent.at(-1)).toMatchObject({ version: 5, answers: { title: 'Mine', client: 'Museum' } })
})

test('where the other version cannot be read, it is tried again and nothing is lost', async () => {
  const { saver, kept, next, elsewhere } = setUp()
  next(stale)
  elsewhere(() => Promise.reject(new TypeError('offline')))
  saver.change({ answers: { client: 'Museum' } })
  expect(await saver.flush()).toBe(false)
  expect(saver.snapshot().state).toBe('offline')
  expect(kept.at(-1)?.answers).toEqual({ client: 'Museum' })
  saver.stop()
})

test('a copy that was written over an older version is merged with what came since', () => {
  const { saver, kept } = setUp()
  const base = { ...start, version: 0, answers: { title: 'Onde' } }
  saver.restore({ answers: { summary: 'A chair' } }, base)
  expect(saver.snapshot()).toMatchObject({
    state: 'waiting',
    answers: { title: 'Ondine', summary: 'A chair' },
  })
  saver.restore({ answers: { title: 'Ondée' } }, base)
  expect(saver.snapshot()).toMatchObject({
    state: 'conflict',
    conflicts: [{ field: 'title', mine: 'Ondée', theirs: 'Ondine' }],
  })
  expect(kept).toHaveLength(1)
  saver.stop()
})

test.each([
  [429, 'is busy'],
  [500, 'fails'],
  [503, 'is down'],
])('a server that answers %i, since it %s, is asked again', async (code) => {
  const { saver, refused, next } = setUp()
  next(() => Promise.reject(new BusinessError(code, 'Not now')))
  saver.change({ answers: { client: 'Museum' } })
  await saver.flush()
  expect(saver.snapshot().state).toBe('offline')
  expect(refused).toEqual([])
  expect(await saver.flush()).toBe(true)
})

test('after the call has closed, what is written stays on this device and says so', async () => {
  const { saver, kept, refused, next } = setUp()
  next(() => Promise.reject(new BusinessError(423, 'The call is closed')))
  saver.change({ answers: { client: 'Museum' } })
  await saver.flush()
  expect(saver.snapshot().state).toBe('locked')
  expect(kept.at(-1)?.answers).toEqual({ client: 'Museum' })
  expect(refused).toHaveLength(1)
})

test('an answer in a wrong form is kept here and does not hold up the others', async () => {
  const { saver, sent, kept } = setUp()
  saver.change({ answers: { video_url: 'not a link', client: 'Museum' } })
  await saver.flush()
  expect(sent.at(-1)?.answers).toEqual({ title: 'Ondine', client: 'Museum' })
  expect(saver.snapshot()).toMatchObject({
    state: 'refused',
    held: ['video_url'],
    answers: { video_url: 'not a link' },
  })
  expect(kept.at(-1)?.answers).toEqual({ video_url: 'not a link' })
})

test('a lost connection keeps the answers and tries again', async () => {
  const { saver, kept, refused, next } = setUp()
  next(() => Promise.reject(new TypeError('offline')))
  saver.change({ answers: { client: 'Museum' } })
  expect(await saver.flush()).toBe(false)
  expect(saver.snapshot().state).toBe('offline')
  expect(kept.at(-1)?.answers).toEqual({ client: 'Museum' })
  expect(refused).toEqual([])
  expect(await saver.flush()).toBe(true)
})

test('an expired session leaves the copy on the device', async () => {
  const { saver, kept, refused, next } = setUp()
  next(() => Promise.reject(new BusinessError(401, 'Sign in again')))
  saver.change({ answers: { client: 'Museum' } })
  await saver.flush()
  expect(refused).toHaveLength(1)
  expect(kept.at(-1)?.answers).toEqual({ client: 'Museum' })
})

test('a newer version of the server is taken in only when nothing is unsaved', () => {
  const { saver } = setUp()
  saver.acceptRemote({ ...start, version: 3, answers: { title: 'Newer' } })
  expect(saver.snapshot()).toMatchObject({ version: 3, epoch: 1, answers: { title: 'Newer' } })
  saver.change({ answers: { title: 'Mine' } })
  saver.acceptRemote({ ...start, version: 4, answers: { title: 'Newest' } })
  expect(saver.snapshot()).toMatchObject({ version: 3, epoch: 1, answers: { title: 'Mine' } })
  saver.stop()
})

test('E1: what would leave an entry incomplete that is handed in waits on this device', async () => {
  const sent: Saved[] = []
  const saver = createDraftSaver(start, {
    async saveAnswers(saved) {
      sent.push(saved)
      return { version: saved.version + 1 }
    },
    saveFiles: async (version, files) => ({ version: version + 1, files }),
    load: async () => start,
    keep: () => undefined,
    refused: () => undefined,
    broken: ({ title }) => (title ? [] : ['title']),
  })
  saver.change({ answers: { title: '', client: 'Museum' } })
  await saver.flush()
  expect(sent.map(({ answers }) => answers)).toEqual([{ title: 'Ondine', client: 'Museum' }])
  expect(saver.snapshot()).toMatchObject({ state: 'refused', held: ['title'] })
  saver.change({ answers: { title: 'Onde' } })
  await saver.flush()
  expect(sent.at(-1)?.answers).toEqual({ title: 'Onde', client: 'Museum' })
  expect(saver.snapshot().state).toBe('saved')
})

describe('E4: two windows changed one field', () => {
  /** The other window saved 80 cm over 30 cm; this one has 90 cm and is asked. */
  async function asked() {
    const setting = setUp()
    setting.saver.acceptRemote({
      ...start,
      version: 2,
      answers: { title: 'Ondine', dimensions: '30 cm' },
    })
    setting.next(stale)
    setting.elsewhere(async () => ({
      ...start,
      version: 5,
      answers: { title: 'Ondine', dimensions: '80 cm' },
    }))
    setting.saver.change({ answers: { dimensions: '90 cm' } })
    await setting.saver.flush()
    expect(setting.saver.snapshot().conflicts).toHaveLength(1)
    return setting
  }

  test('E4: what was typed anew as the other window has it is no question any more', async () => {
    const { saver, kept } = await asked()
    saver.change({ answers: { dimensions: '80 cm' } })
    expect(saver.snapshot()).toMatchObject({ conflicts: [], answers: { dimensions: '80 cm' } })
    expect(saver.snapshot().state).not.toBe('conflict')
    expect(await saver.flush()).toBe(true)
    expect(saver.snapshot().state).toBe('saved')
    expect(kept.at(-1)).toBeUndefined()
  })

  test('E4: the newest text stays in question when it is what stood there before both', async () => {
    const { saver, sent } = await asked()
    saver.change({ answers: { dimensions: '30 cm' } })
    expect(saver.snapshot().conflicts).toEqual([
      { field: 'dimensions', mine: '30 cm', theirs: '80 cm' },
    ])
    await saver.resolve({ dimensions: 'mine' })
    expect(sent.at(-1)?.answers.dimensions).toBe('30 cm')
  })

  test('E4: after a reload the newest text is in question still', async () => {
    const { saver, kept } = await asked()
    saver.change({ answers: { dimensions: '30 cm' } })
    const again = setUp().saver
    const theirs = { ...start, version: 5, answers: { title: 'Ondine', dimensions: '80 cm' } }
    again.acceptRemote(theirs)
    const base = { ...start, version: 2, answers: { title: 'Ondine', dimensions: '30 cm' } }
    again.restore(kept.at(-1) ?? { answers: {} }, base)
    expect(again.snapshot()).toMatchObject({
      state: 'conflict',
      answers: { dimensions: '30 cm' },
      conflicts: [{ field: 'dimensions', mine: '30 cm', theirs: '80 cm' }],
    })
  })

  test('E4: an answer typed during the question is the newest, even where it was typed back', async () => {
    const { saver, elsewhere, next } = setUp()
    next(stale)
    elsewhere(async () => ({
      ...start,
      version: 5,
      answers: { title: 'Theirs', materials: 'Oak' },
    }))
    saver.change({ answers: { title: 'Mine' } })
    await saver.flush()
    saver.change({ answers: { materials: 'Ash' } })
    saver.change({ answers: { materials: '' } })
    expect(saver.snapshot().conflicts.map(({ field }) => field)).toEqual(['title', 'materials'])
  })

  test('E4: what a closed window left is compared with what it was written over', () => {
    const base = (version: number, dimensions: string): Saved => ({
      ...start,
      version,
      answers: { title: 'Ondine', dimensions },
    })
    const copy = mergeCopies({
      closed: {
        at: '2027-01-01T10:00:00Z',
        pending: { answers: { dimensions: '90 cm' } },
        base: base(1, '30 cm'),
      },
      open: {
        at: '2027-01-01T10:05:00Z',
        pending: { answers: { client: 'Museum' } },
        base: base(2, '80 cm'),
      },
    })
    const { saver, sent } = setUp()
    saver.acceptRemote(base(2, '80 cm'))
    saver.restore(copy?.pending ?? { answers: {} }, copy?.base)
    expect(saver.snapshot()).toMatchObject({
      state: 'conflict',
      conflicts: [{ field: 'dimensions', mine: '90 cm', theirs: '80 cm' }],
    })
    expect(sent).toEqual([])
    saver.stop()
  })
})
