import type { Delivery, Outcome } from './score-delivery.ts'
import { createScoreSaver } from './score-saver.ts'
import type { ScoreToSend } from './score-storage.ts'

type Copy = Omit<ScoreToSend, 'entry' | 'label' | 'at'>

const ownOf = ({ draft, version, wants }: Delivery) => ({
  items: Object.entries(draft.marks).map(([criterion_id, value]) => ({
    criterion_id,
    value,
  })),
  total: 0,
  comment_private: draft.comment_private,
  comment_entrant: draft.comment_entrant,
  is_draft: wants === 'draft',
  version: version + 1,
})
const marked = (marks: Record<string, number>) => ({
  marks,
  comment_private: '',
  comment_entrant: '',
})
const EMPTY: Delivery = { draft: marked({}), base: marked({}), version: 0, wants: 'draft' }
const taken = (delivery: Delivery): Outcome => ({
  kind: 'saved',
  draft: delivery.draft,
  own: ownOf(delivery),
})

/** A saver whose deliveries end as the test says, and what it keeps on the device. */
function saverWith(deliver: (delivery: Delivery) => Outcome | Promise<Outcome>) {
  const kept: (Copy | undefined)[] = []
  const sent: Delivery[] = []
  const saver = createScoreSaver(null, {
    deliver: async (delivery) => {
      sent.push(delivery)
      return deliver(delivery)
    },
    keep: (copy) => void kept.push(copy),
    saved: () => undefined,
  })
  return { saver, kept, sent }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('stores a change at once and saves it within two seconds when more changes follow', async () => {
  const { saver, kept, sent } = saverWith(taken)
  for (let value = 0; value < 20; value += 1) {
    saver.change({ marks: { a: value } })
    await jest.advanceTimersByTimeAsync(100)
  }
  expect(kept[0]).toMatchObject({ draft: { marks: { a: 0 } } })
  expect(sent.length).toBeGreaterThan(0)
  await jest.advanceTimersByTimeAsync(1_500)
  expect(sent.at(-1)?.draft.marks).toEqual({ a: 19 })
  expect(kept.at(-1)).toBeUndefined()
  expect(saver.snapshot().state).toBe('saved')
})

test('sends a waiting submission when the connection is back', async () => {
  let isAway = true
  const { saver, kept, sent } = saverWith((delivery) =>
    isAway ? { kind: 'away' } : taken(delivery),
  )
  saver.change({ marks: { a: 12 } })
  expect(await saver.submit()).toEqual({ kind: 'queued' })
  expect(saver.snapshot().state).toBe('queued')
  expect(kept.at(-1)).toMatchObject({ wants: 'submit', draft: { marks: { a: 12 } } })
  isAway = false
  await jest.advanceTimersByTimeAsync(4_500)
  expect(sent.at(-1)).toMatchObject({ wants: 'submit' })
  expect(saver.snapshot()).toMatchObject({ state: 'saved', isDraft: false })
  expect(kept.at(-1)).toBeUndefined()
})

test('saves on top of the new version when the juror types during a save', async () => {
  const { saver, sent } = saverWith(taken)
  saver.change({ marks: { a: 1 } })
  const flushed = saver.flush()
  saver.change({ marks: { a: 1, b: 2 } })
  await flushed
  expect(sent.map(({ version }) => version)).toEqual([0, 1])
  expect(saver.snapshot().draft.marks).toEqual({ a: 1, b: 2 })
})

test('sends no draft over a submitted score until it is submitted again', async () => {
  const { saver, sent, kept } = saverWith(taken)
  saver.change({ marks: { a: 12 } })
  await saver.submit()
  saver.change({ marks: { a: 13 } })
  await jest.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(1)
  expect(kept.at(-1)).toMatchObject({ isDraft: false, draft: { marks: { a: 13 } } })
  await saver.submit()
  expect(sent.at(-1)).toMatchObject({ wants: 'submit', version: 1, draft: { marks: { a: 13 } } })
})

test('keeps the score on the device when the phase has ended, and sends it when it reopens', async () => {
  let isOpen = false
  const { saver, kept } = saverWith((delivery) =>
    isOpen ? taken(delivery) : { kind: 'closed', message: 'Closed', reason: 'PHASE' },
  )
  saver.change({ marks: { a: 12 } })
  await saver.flush()
  expect(saver.snapshot()).toMatchObject({ state: 'closed', refusal: 'Closed' })
  expect(kept.at(-1)).toMatchObject({ problem: 'closed', draft: { marks: { a: 12 } } })
  isOpen = true
  saver.reopen()
  await jest.advanceTimersByTimeAsync(10)
  expect(saver.snapshot().state).toBe('saved')
})

test('J3: marks of another window come to the screen, and the next submission hands them in', async () => {
  const theirs = { ...ownOf({ ...EMPTY, draft: marked({ a: 10 }) }), version: 2 }
  let isFirst = true
  const { saver, sent, kept } = saverWith((delivery) => {
    if (!isFirst) return taken(delivery)
    isFirst = false
    return { kind: 'unseen', draft: marked({ a: 10 }), theirs }
  })
  expect(await saver.submit()).toEqual({ kind: 'stopped' })
  expect(saver.snapshot()).toMatchObject({
    state: 'unseen',
    draft: { marks: { a: 10 } },
    version: 2,
  })
  await jest.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  expect(kept.at(-1)).toBeUndefined()

  expect(await saver.submit()).toMatchObject({ kind: 'sent', version: 3 })
  expect(sent.at(-1)).toMatchObject({ wants: 'submit', version: 2, draft: { marks: { a: 10 } } })
})

test('J3: what a draft on its way brings in from another window stops the submission behind it', async () => {
  let answer = (_: Outcome) => {}
  const { saver, sent } = saverWith(() => new Promise<Outcome>((resolve) => (answer = resolve)))
  saver.change({ marks: { a: 12 } })
  void saver.flush()
  const submitted = saver.submit()
  const merged = { ...EMPTY, draft: marked({ a: 12, b: 9 }) }
  answer({ kind: 'saved', draft: merged.draft, own: ownOf(merged) })
  expect(await submitted).toEqual({ kind: 'stopped' })
  expect(sent).toHaveLength(1)
  expect(saver.snapshot()).toMatchObject({ state: 'unseen', draft: { marks: { a: 12, b: 9 } } })
})

test('a change that came before the copy of this device is kept over it', () => {
  const { saver, kept } = saverWith(() => ({ kind: 'away' }))
  saver.change({ marks: { a: 3 } })
  const draft = { ...marked({ a: 1, b: 2 }), comment_entrant: 'Well made' }
  saver.restore({ draft, base: marked({}), wants: 'submit' })
  expect(saver.snapshot().draft).toEqual({ ...draft, marks: { a: 3, b: 2 } })
  expect(kept.at(-1)).toMatchObject({ wants: 'draft', draft: { marks: { a: 3, b: 2 } } })
})
