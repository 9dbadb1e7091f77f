import { BusinessError } from '@awards/shared/client'
import type { EntryFile } from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'
import { createDraftSaver } from './draft-saver.ts'
import { mergeDraft, withSent, type Pending, type Saved, type SaverPorts } from './draft-merge.ts'
import { mergeCopies } from '../../common/device-copy.ts'

const start: Saved = { version: 1, step: 1, answers: { title: 'Ondine' }, files: [] }
const at = (version: number, answers: EntryDraft, files: Saved['files'] = []): Saved => ({
  ...start,
  version,
  answers: { title: 'Ondine', ...answers },
  files,
})

/** A saver whose server holds what arrived there; `ports` replaces what a test needs otherwise. */
function setUp(ports: Partial<SaverPorts> = {}) {
  const server = { ...start }
  const kept: { pending: Pending | undefined; base: Saved }[] = []
  const sent: Saved[] = []
  const refused: unknown[] = []
  let lost = 0
  const store = (version: number, part: Partial<Saved>) => {
    if (version !== server.version) throw new BusinessError(409, 'Changed elsewhere')
    Object.assign(server, part, { version: version + 1 })
    lost -= 1
    if (lost >= 0) throw new TypeError('offline')
  }
  const saver = createDraftSaver(start, {
    async saveAnswers(saved) {
      sent.push(saved)
      store(saved.version, { answers: saved.answers, step: saved.step })
      return { version: server.version }
    },
    async saveFiles(version, files) {
      store(version, { files })
      return { version: server.version, files }
    },
    load: async () => ({ ...server }),
    keep: (pending, base) => kept.push({ pending, base }),
    refused: (error) => refused.push(error),
    ...ports,
  })
  const elsewhere = (theirs: Saved) => {
    Object.assign(server, theirs)
    saver.acceptRemote(theirs)
  }
  /** So many of the next saves arrive, and their answers do not. */
  const loseAnswers = (count: number) => (lost = count)
  return { saver, server, kept, sent, refused, elsewhere, loseAnswers }
}

describe('an answer that waits here to be put right, while another window saves', () => {
  async function held() {
    const setting = setUp()
    setting.saver.change({ answers: { video_url: 'not a link' } })
    await setting.saver.flush()
    return setting
  }

  test('the same answer changed there is asked, and does not replace theirs unasked', async () => {
    const { saver, sent, kept, elsewhere } = await held()
    elsewhere(at(5, { video_url: 'https://vimeo.com/1' }))
    expect(saver.snapshot()).toMatchObject({
      state: 'conflict',
      conflicts: [{ field: 'video_url', mine: 'not a link', theirs: 'https://vimeo.com/1' }],
    })
    expect(kept.at(-1)).toMatchObject({
      pending: { answers: { video_url: 'not a link' }, asked: ['video_url'] },
      base: { version: 1 },
    })
    // As at each step that is opened.
    expect(await saver.flush()).toBe(false)
    expect(saver.snapshot().state).toBe('conflict')
    saver.change({ answers: { video_url: 'https://vimeo.com/2' } })
    await saver.flush()
    expect(sent).toEqual([])
    await saver.resolve({ video_url: 'theirs' })
    expect(saver.snapshot()).toMatchObject({
      state: 'saved',
      answers: { video_url: 'https://vimeo.com/1' },
    })
  })

  test('other answers come in, and it stays on top of them, on this device too', async () => {
    const { saver, kept, elsewhere } = await held()
    elsewhere(at(5, { materials: 'Oak' }))
    expect(saver.snapshot()).toMatchObject({
      state: 'refused',
      version: 5,
      held: ['video_url'],
      answers: { materials: 'Oak', video_url: 'not a link' },
    })
    expect(kept.at(-1)).toMatchObject({
      pending: { answers: { video_url: 'not a link' } },
      base: { version: 5, answers: { materials: 'Oak' } },
    })
  })

  test('once the other window has the same words, nothing is left here', async () => {
    const { saver, kept, elsewhere } = await held()
    elsewhere(at(5, { video_url: 'not a link ' }))
    expect(saver.snapshot()).toMatchObject({ state: 'saved', held: [] })
    expect(kept.at(-1)?.pending).toBeUndefined()
  })

  test('a list is brought together, and sent as soon as that puts it right', async () => {
    const { saver, sent, elsewhere } = setUp({
      broken: ({ designers = [] }) => (designers.length === 1 ? ['designers'] : []),
    })
    saver.change({ answers: { designers: [{ name: 'Ada' }] } })
    await saver.flush()
    expect(saver.snapshot()).toMatchObject({ state: 'refused', held: ['designers'] })
    elsewhere(at(5, { designers: [{ name: 'Bo' }] }))
    expect(saver.snapshot().state).toBe('waiting')
    expect(await saver.flush()).toBe(true)
    expect(sent.map(({ version, answers }) => [version, answers.designers])).toEqual([
      [5, [{ name: 'Bo' }, { name: 'Ada' }]],
    ])
  })

  test('a form in which nothing was written leaves the copy of this device alone', () => {
    const { saver, kept, elsewhere } = setUp()
    elsewhere(at(5, { materials: 'Oak' }))
    expect(saver.snapshot()).toMatchObject({ state: 'saved', version: 5 })
    expect(kept).toEqual([])
  })
})

const picture = (file_id: string, alt = ''): EntryFile => ({
  file_id,
  kind: 'image',
  sort: 0,
  alt,
  credit: null,
  picture: null,
  original_name: null,
})

describe('a save that arrived, of which no answer came, is no other window’s', () => {
  test('what was typed after it goes on top without a question', async () => {
    const { saver, server, sent, kept, loseAnswers } = setUp()
    loseAnswers(1)
    saver.change({ answers: { summary: 'A chair' } })
    expect(await saver.flush()).toBe(false)
    expect(saver.snapshot().state).toBe('offline')
    saver.change({ answers: { summary: 'A chair for two' } })
    expect(await saver.flush()).toBe(true)
    expect(saver.snapshot()).toMatchObject({ state: 'saved', conflicts: [] })
    expect(sent.map(({ version }) => version)).toEqual([1, 1, 2])
    expect(server.answers.summary).toBe('A chair for two')
    expect(kept.at(-1)?.pending).toBeUndefined()
  })

  test('what was taken back after it stays taken back', async () => {
    const { saver, server, loseAnswers } = setUp()
    loseAnswers(1)
    saver.change({ answers: { summary: 'A chair' }, files: [picture('1')] })
    await saver.flush()
    saver.change({ answers: { summary: '' } })
    expect(await saver.flush()).toBe(true)
    expect(server.answers.summary).toBe('')
    loseAnswers(1)
    saver.change({ files: [picture('1'), picture('2')] })
    await saver.flush()
    saver.change({ files: [picture('1')] })
    expect(await saver.flush()).toBe(true)
    expect(server.files).toEqual([picture('1')])
  })

  test('the words of a picture too', async () => {
    const { saver, server, loseAnswers } = setUp()
    loseAnswers(1)
    saver.change({ files: [picture('1', 'Side')] })
    await saver.flush()
    saver.change({ files: [picture('1', 'Side view')] })
    expect(await saver.flush()).toBe(true)
    expect(server.files).toEqual([picture('1', 'Side view')])
  })

  test('the device knows it before the answer, for a tab that is gone by then', async () => {
    const { saver, kept, loseAnswers } = setUp()
    loseAnswers(1)
    saver.change({ answers: { summary: 'A chair' } })
    const isSaved = saver.flush()
    saver.change({ answers: { summary: 'A chair for two' } })
    const copy = structuredClone(kept.at(-1))
    await isSaved
    saver.stop()

    const again = setUp()
    again.elsewhere(at(2, { summary: 'A chair' }))
    again.saver.restore(copy?.pending ?? { answers: {} }, copy?.base)
    expect(await again.saver.flush()).toBe(true)
    expect(again.saver.snapshot()).toMatchObject({ state: 'saved', conflicts: [] })
    expect(again.server).toMatchObject({ version: 3, answers: { summary: 'A chair for two' } })
  })

  test('what another window changed after it is asked still', async () => {
    const { saver, server, loseAnswers } = setUp()
    loseAnswers(1)
    saver.change({ answers: { summary: 'A chair' } })
    await saver.flush()
    Object.assign(server, at(3, { summary: 'A stool' }))
    saver.change({ answers: { summary: 'A chair for two' } })
    expect(await saver.flush()).toBe(false)
    expect(saver.snapshot().conflicts).toEqual([
      { field: 'summary', mine: 'A chair for two', theirs: 'A stool' },
    ])
  })

  test('an answer that came closes the matter: the same words elsewhere are asked', async () => {
    const { saver, server } = setUp()
    for (const summary of ['A chair', 'A stool']) {
      saver.change({ answers: { summary } })
      await saver.flush()
    }
    Object.assign(server, at(4, { summary: 'A chair' }))
    saver.change({ answers: { summary: 'A stool for two' } })
    expect(await saver.flush()).toBe(false)
    expect(saver.snapshot().conflicts).toEqual([
      { field: 'summary', mine: 'A stool for two', theirs: 'A chair' },
    ])
  })

  test('copies of several windows keep what each has sent', () => {
    const copy = mergeCopies({
      closed: {
        at: '2027-01-01T10:00:00Z',
        pending: {
          answers: { summary: 'A chair for two' },
          sent: [{ answers: { summary: 'A chair' } }],
        },
        base: start,
      },
      open: {
        at: '2027-01-01T10:05:00Z',
        pending: { answers: { client: 'Museum' }, sent: [{ answers: { client: 'Muse' } }] },
        base: start,
      },
    })
    const theirs = at(2, { summary: 'A chair' })
    expect(mergeDraft(copy?.base ?? theirs, copy?.pending ?? { answers: {} }, theirs)).toEqual({
      pending: { answers: { summary: 'A chair for two', client: 'Museum' }, step: undefined },
      conflicts: [],
    })
  })

  test('a long time without a connection keeps the first ones and the last', () => {
    const words = Array.from({ length: 20 }, (_, index) => `Words ${index}`)
    const { sent = [] } = [...words, 'Words 19'].reduce<Pending>(
      (mine, summary) => withSent(mine, { answers: { summary } }),
      { answers: {} },
    )
    const known = sent.map(({ answers }) => answers.summary)
    expect(known).toHaveLength(8)
    expect([known[0], known.at(-1)]).toEqual(['Words 0', 'Words 19'])
  })
})

test('a copy of which the pictures were saved leaves those of another window’s copy', () => {
  const files = [picture('1')]
  const copy = mergeCopies({
    closed: { at: '2027-01-01T10:00:00Z', pending: { answers: {}, files, step: 2 }, base: start },
    open: {
      at: '2027-01-01T10:05:00Z',
      pending: { answers: { client: 'Museum' }, files: undefined, step: undefined },
      base: start,
    },
  })
  expect(copy?.pending).toMatchObject({ answers: { client: 'Museum' }, files, step: 2 })
})

describe('a saver that has ended while its save was under way', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  async function ended(saveAnswers: SaverPorts['saveAnswers']) {
    const load = jest.fn(async () => start)
    const setting = setUp({ load, saveAnswers })
    setting.saver.change({ answers: { client: 'Museum' } })
    const isSaved = setting.saver.flush()
    const copies = setting.kept.length
    setting.saver.stop()
    await isSaved
    await jest.advanceTimersByTimeAsync(30_000)
    return { ...setting, load, later: setting.kept.slice(copies) }
  }

  test.each([
    ['does not arrive', new TypeError('offline')],
    ['is too late', new BusinessError(409, 'Changed elsewhere')],
    ['comes from nobody', new BusinessError(401, 'Sign in again')],
  ])(
    'sends nothing and says nothing where that %s; its copy stays as it was',
    async (_how, error) => {
      const saveAnswers = jest.fn(() => Promise.reject(error))
      const { load, refused, later } = await ended(saveAnswers)
      expect(saveAnswers).toHaveBeenCalledTimes(1)
      expect(load).not.toHaveBeenCalled()
      expect(refused).toEqual([])
      expect(later).toEqual([])
    },
  )

  test('removes its copy where that arrives', async () => {
    const { later } = await ended(async ({ version }) => ({ version: version + 1 }))
    expect(later.map(({ pending }) => pending)).toEqual([undefined])
  })
})
