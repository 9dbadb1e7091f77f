import { entries, jurySeat, subJudge, subjudges } from '@awards/shared/contract'
import { BusinessError, connectClient } from '@awards/shared/client'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { jurorEntry as info, queueRow, signedAgreement } from './juror-entry.fixture.ts'
import { scoreStorage, type ScoreToSend } from './saving/score-storage.ts'
import { typeAhead } from './type-ahead.ts'

const mockHeld = new Map<string, ScoreToSend>()
let mockOpened: Promise<void> | undefined

// jsdom has no IndexedDB.
jest.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: async () => {
    const found = [...mockHeld]
    await mockOpened
    return found
  },
  set: async (key: string, kept: ScoreToSend) => void mockHeld.set(key, kept),
  del: async (key: string) => void mockHeld.delete(key),
}))

/** A juror without a session in the test. */
const USER = ''
type Sent = { apply_order_id: string; is_draft: boolean; version: number; comment_entrant: string }
type Score = Sent & { items: { value: number }[] }
let sent: Score[] = []
let isCut = false
let named: string | null = null
let restore = () => {}

beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  mockHeld.clear()
  mockOpened = undefined
  sent = []
  isCut = false
  named = null
  answer(jurySeat.agreement, () => signedAgreement)
  answer(entries.info, (input) => ({ ...info, ...(input as { apply_order_id: string }) }))
  answer(subjudges.score, (input) => {
    if (isCut) throw new BusinessError(503, 'Try again')
    const score = input as Score
    sent.push(score)
    const rest = { progress: progress(1), next_id: named, undo_until: null }
    return { total: 50, version: score.version + 1, is_draft: score.is_draft, ...rest }
  })
})
afterEach(() => {
  typeAhead.take()
  restore()
})

const progress = (submitted: number) => ({
  assigned: 3,
  submitted,
  draft: 0,
  recused: 0,
  abstained: 0,
})

/** The juror's entries that the server knows no score of. */
function open(id: string, left: string[]) {
  answer(subJudge.subJuryAwardList, () => ({
    list: left.map(queueRow),
    total: left.length,
    current: 1,
    pageSize: 20,
    progress: progress(3 - left.length),
    recheck: [],
  }))
  return renderRoutes(routes, `/subjuryreviewdetails?id=${id}`)
}
const scale = (name: string) => screen.findByRole('slider', { name: new RegExp(`^${name}`) })
const COMMENT = 'The strap is the idea, and the folded depth proves it.'
const draftOf = (marks: number[], comment_entrant = '') => ({
  marks: Object.fromEntries(marks.map((value, index) => [String(10 + index), value])),
  comment_private: '',
  comment_entrant,
})
const MARKS = [16, 17, 18, 19, 20]

const submittedScore = {
  items: MARKS.map((value, index) => ({ criterion_id: String(10 + index), value })),
  total: 90,
  comment_private: '',
  comment_entrant: COMMENT,
  is_draft: false,
  version: 1,
}

/** A score that was submitted while the line was cut. */
const keep = (entry: string) =>
  scoreStorage.put(USER, {
    entry,
    label: `#${entry}`,
    draft: draftOf(MARKS, COMMENT),
    base: draftOf([]),
    version: 0,
    isDraft: true,
    wants: 'submit',
    at: Date.now(),
  })
const keptMarks = (entry: string) =>
  [...mockHeld.values()].find((kept) => kept.entry === entry)?.draft.marks

/** Keys that were pressed while the next entry was on its way. */
function typedAhead(keys: string) {
  typeAhead.begin()
  for (const digit of keys) typeAhead.keep({ name: 'digit', digit })
  typeAhead.keep({ name: 'enter', digit: '' })
}

test('keys typed ahead never touch an entry whose score waits on this device', async () => {
  await keep('7')
  typedAhead('1112131415')
  await open('7', ['7', '8'])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ is_draft: false, comment_entrant: COMMENT })
  expect(sent[0]?.items.map(({ value }) => value)).toEqual(MARKS)
  await waitFor(() => expect(mockHeld.size).toBe(0))
  expect(await scale('Aesthetics')).toHaveValue('16')
  expect(typeAhead.isOn()).toBe(false)
})

test('keys typed ahead wait until this device was asked for a score of the entry', async () => {
  const asked = Promise.withResolvers<void>()
  mockOpened = asked.promise
  typedAhead('1112131415')
  const { user } = await open('7', ['7', '8'])
  await scale('Emotion')
  await user.keyboard('18')
  expect(await scale('Aesthetics')).toHaveAttribute('aria-valuetext', 'Not marked yet')
  await act(async () => asked.resolve())
  const submitted = () => sent.find(({ is_draft }) => !is_draft)
  await waitFor(() => expect(submitted()).toBeDefined())
  expect(submitted()?.items.map(({ value }) => value)).toEqual([11, 12, 13, 14, 15])
})

test('what is marked before the score of this device is found changes that mark of it alone', async () => {
  await keep('7')
  const asked = Promise.withResolvers<void>()
  mockOpened = asked.promise
  const { user } = await open('7', ['7', '8'])
  await scale('Emotion')
  await user.keyboard('12')
  expect(await scale('Aesthetics')).toHaveValue('12')
  await act(async () => asked.resolve())
  await waitFor(() => expect(sent).toHaveLength(1))
  // The submission was of other marks: the juror submits these again.
  expect(sent[0]).toMatchObject({ is_draft: true, comment_entrant: COMMENT })
  expect(sent[0]?.items.map(({ value }) => value)).toEqual([12, ...MARKS.slice(1)])
  expect(await scale('Ergonomics')).toHaveValue('17')
})

test('keys typed ahead never touch an entry that was submitted meanwhile', async () => {
  answer(entries.info, () => ({ ...info, own_score: submittedScore }))
  typedAhead('1112131415')
  await open('7', ['8'])
  await waitFor(() => expect(typeAhead.isOn()).toBe(false))
  expect(await scale('Aesthetics')).toHaveValue('16')
  expect(sent).toEqual([])
})

test('on a cut line the next entry is one without a score, until none is left', async () => {
  isCut = true
  const { user, location } = await open('7', ['7', '8', '9'])
  const firstMarks = { '7': 11, '8': 12, '9': 13 }
  for (const [entry, first] of Object.entries(firstMarks)) {
    await waitFor(() => expect(location()).toContain(`id=${entry}`))
    await waitFor(() => expect(typeAhead.isOn()).toBe(false))
    await scale('Emotion')
    await user.keyboard(`${first}11111111{Enter}`)
  }
  await waitFor(() => expect(location()).toBe('/subjuryreview'))
  for (const [entry, first] of Object.entries(firstMarks))
    expect(keptMarks(entry)).toEqual(draftOf([first, 11, 11, 11, 11]).marks)
})

test('an entry that the server names is not next while its score waits on this device', async () => {
  await keep('7')
  named = '7'
  const { user, location } = await open('8', ['7', '8', '9'])
  await scale('Emotion')
  await user.keyboard('1212121212{Enter}')
  await waitFor(() => expect(location()).toContain('id=9'))
  expect(keptMarks('7')).toEqual(draftOf(MARKS).marks)
})

/** A sheet whose score was submitted, and the link to the next entry below it. */
function submittedSheet(left: string[]) {
  answer(entries.info, () => ({ ...info, assignment_status: 3, own_score: submittedScore }))
  return open('7', left)
}

test('an entry is not offered as the next while its score waits on this device', async () => {
  await keep('8')
  await submittedSheet(['8', '9'])
  expect(await screen.findByRole('link', { name: /Work 9/ })).toBeVisible()
  await act(() => scoreStorage.remove(USER, '8'))
  expect(await screen.findByRole('link', { name: /Work 8/ })).toBeVisible()
})

test('something is left to do while a score waits on this device', async () => {
  const DONE = 'Nothing left to do. Thank you.'
  await keep('8')
  await submittedSheet([])
  await screen.findByRole('button', { name: 'Submit again' })
  await waitFor(() => expect(typeAhead.isOn()).toBe(false))
  expect(screen.queryByText(DONE)).toBeNull()
  await act(() => scoreStorage.remove(USER, '8'))
  expect(await screen.findByText(DONE)).toBeVisible()
})
