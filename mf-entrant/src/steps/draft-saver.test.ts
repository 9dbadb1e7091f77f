import { BusinessError } from '@awards/shared/client'
import { createDraftSaver, type Pending, type Saved } from './draft-saver.ts'

const start: Saved = { version: 1, step: 1, answers: { title: 'Ondine' }, files: [] }

function setUp() {
  const sent: Saved[] = []
  const kept: (Pending | undefined)[] = []
  const refused: unknown[] = []
  const answers: (() => Promise<{ version: number }>)[] = []
  const saver = createDraftSaver(start, {
    async saveAnswers(saved) {
      sent.push(saved)
      return (answers.shift() ?? (async () => ({ version: saved.version + 1 })))()
    },
    saveFiles: async (version, files) => ({ version: version + 1, files }),
    keep: (pending) => kept.push(pending),
    refused: (error) => refused.push(error),
  })
  return {
    saver,
    sent,
    kept,
    refused,
    next: (answer: () => Promise<{ version: number }>) => answers.push(answer),
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

test('another window wins nothing and loses nothing: both changes are in the end', async () => {
  const { saver, sent, kept, next } = setUp()
  next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere', { reason: 'VERSION' })))
  saver.change({ answers: { company: 'Brumaire' } })
  expect(await saver.flush()).toBe(false)
  expect(saver.snapshot().state).toBe('conflict')
  expect(kept.at(-1)?.answers).toEqual({ company: 'Brumaire' })
  await saver.keepMine({ ...start, version: 5, answers: { title: 'Ondine', materials: 'Oak' } })
  expect(sent.at(-1)).toMatchObject({
    version: 5,
    answers: { title: 'Ondine', materials: 'Oak', company: 'Brumaire' },
  })
})

test('after a conflict the other version can be taken', async () => {
  const { saver, kept, next } = setUp()
  next(() => Promise.reject(new BusinessError(409, 'Changed elsewhere')))
  saver.change({ answers: { title: 'Mine' } })
  await saver.flush()
  saver.takeTheirs({ ...start, version: 5, answers: { title: 'Theirs' } })
  expect(saver.snapshot()).toMatchObject({ state: 'saved', answers: { title: 'Theirs' } })
  expect(kept.at(-1)).toBeUndefined()
})

test('an answer in a wrong form is kept here and does not hold up the others', async () => {
  const { saver, sent, kept } = setUp()
  saver.change({ answers: { video_url: 'not a link', client: 'Museum' } })
  await saver.flush()
  expect(sent.at(-1)?.answers).toEqual({ title: 'Ondine', client: 'Museum' })
  expect(saver.snapshot()).toMatchObject({ state: 'refused', answers: { video_url: 'not a link' } })
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
  saver.adopt({ ...start, version: 3, answers: { title: 'Newer' } })
  expect(saver.snapshot()).toMatchObject({ version: 3, epoch: 1, answers: { title: 'Newer' } })
  saver.change({ answers: { title: 'Mine' } })
  saver.adopt({ ...start, version: 4, answers: { title: 'Newest' } })
  expect(saver.snapshot()).toMatchObject({ version: 3, epoch: 1, answers: { title: 'Mine' } })
  saver.stop()
})
