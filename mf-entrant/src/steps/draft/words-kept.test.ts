import { BusinessError } from '@awards/shared/client'
import type { EntryDraft } from '@awards/shared/domain'
import { createDraftSaver } from './draft-saver.ts'
import type { Pending, Saved, SaverPorts } from './draft-merge.ts'

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
  const store = (version: number, part: Partial<Saved>) => {
    if (version !== server.version) throw new BusinessError(409, 'Changed elsewhere')
    Object.assign(server, part, { version: version + 1 })
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
  return { saver, server, kept, sent, refused, elsewhere }
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
