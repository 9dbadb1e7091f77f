import { entries, jurySeat, subJudge, subjudges, type CurrentUser } from '@awards/shared/contract'
import { BusinessError, connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { NARROW } from '@awards/shared/ui'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'
import {
  CRITERIA,
  jurorEntry as info,
  queueRow,
  signedAgreement as agreement,
} from './juror-entry.fixture.ts'

const nothing = { assigned: 1, submitted: 0, draft: 0, recused: 0, abstained: 0 }

type Sent = { is_draft: boolean; version: number; items: unknown[] }
let restore = () => {}
let sent: Sent[] = []

beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  sent = []
  localStorage.clear()
  answer(entries.info, () => info)
  answer(jurySeat.agreement, () => agreement)
  answer(subJudge.subJuryAwardList, () => ({
    list: [],
    total: 0,
    current: 1,
    pageSize: 10,
    progress: nothing,
    recheck: [],
  }))
  answer(subjudges.score, (input) => {
    const score = input as Sent
    sent.push(score)
    return {
      total: 50,
      version: score.version + 1,
      is_draft: score.is_draft,
      progress: nothing,
      next_id: null,
      undo_until: null,
    }
  })
})
afterEach(() => restore())

const open = () => renderRoutes(routes, '/subjuryreviewdetails?id=7')
const scale = (name: string) => screen.findByRole('slider', { name: new RegExp(`^${name}`) })
const mark = async (name: string, value: number) =>
  fireEvent.change(await scale(name), { target: { value } })

test('saves a mark as a draft and updates the total', async () => {
  await open()
  await mark('Ethics', 15)
  expect(screen.getByRole('status', { name: 'No total yet, 1 of 5 marked' })).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    is_draft: true,
    version: 0,
    items: [{ criterion_id: '12', value: 15 }],
  })
})

test('saves a mark at once when the tab is hidden', async () => {
  await open()
  await scale('Ethics')
  jest.useFakeTimers()
  try {
    await mark('Ethics', 15)
    document.dispatchEvent(new Event('visibilitychange'))
    // Less than the pause of the autosave.
    await act(() => jest.advanceTimersByTimeAsync(200))
    expect(sent).toMatchObject([{ is_draft: true, items: [{ criterion_id: '12', value: 15 }] }])
  } finally {
    jest.useRealTimers()
  }
})

test('submits a score only when it is complete', async () => {
  const { user } = await open()
  for (const name of CRITERIA.slice(1)) await mark(name, 13)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  expect(await screen.findByText('One criterion has no mark yet.')).toBeVisible()
  expect(sent.filter(({ is_draft }) => !is_draft)).toHaveLength(0)

  await mark('Aesthetics', 13)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ is_draft: false }))
})

test('asks for a comment to the entrant when the total is extreme', async () => {
  const { user } = await open()
  for (const name of CRITERIA) await mark(name, 19)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('at least 30 characters')
})

test('on a telephone a mark can be put right after a refused submission has led to the comment', async () => {
  const plain = window.matchMedia('')
  const media = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...plain, matches: query === NARROW }))
  try {
    const { user } = await open()
    const pad = (name: string) => screen.queryByRole('group', { name })
    const tap = async (name: string, value: string) =>
      user.click(
        within(await screen.findByRole('group', { name })).getByRole('button', { name: value }),
      )
    const submit = () => user.click(screen.getByRole('button', { name: 'Submit and finish' }))
    for (const name of CRITERIA) await tap(name, '19')
    const comment = screen.getByLabelText('For the entrant')
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('at least 30 characters')
    expect(comment).toHaveFocus()
    expect(pad('Ethics')).toBeNull()

    await user.click(screen.getByRole('button', { name: /Ethics$/ }))
    expect(pad('Ethics')).toBeVisible()
    await submit()
    expect(comment).toHaveFocus()
    expect(pad('Ethics')).toBeNull()

    await user.click(screen.getByRole('button', { name: /Ethics$/ }))
    await tap('Ethics', '5')
    await submit()
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ is_draft: false }))
    expect(sent.at(-1)?.items).toContainEqual({ criterion_id: '12', value: 5 })
  } finally {
    media.mockRestore()
  }
})

const others = {
  items: [
    {
      criterion_id: '12',
      value: 9,
    },
  ],
  total: 9,
  comment_private: '',
  comment_entrant: '',
  is_draft: true,
  version: 1,
}
/** Another window has saved before: the first save meets its version. */
function anotherWindowWasFaster() {
  answer(entries.info, () => ({ ...info, own_score: sent.length > 0 ? others : null }))
  answer(subjudges.score, (input) => {
    const score = input as Sent
    sent.push(score)
    if (score.version === 0) {
      throw new BusinessError(409, 'This has changed in the meantime.', { reason: 'VERSION' })
    }
    const rest = { progress: nothing, next_id: null, undo_until: null }
    return { total: 50, version: score.version + 1, is_draft: score.is_draft, ...rest }
  })
}

test('merges the marks of two windows when they do not conflict', async () => {
  anotherWindowWasFaster()
  await open()
  await mark('Economy', 15)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    version: 1,
    items: [
      { criterion_id: '12', value: 9 },
      { criterion_id: '13', value: 15 },
    ],
  })
  expect(await scale('Ethics')).toHaveValue('9')
})

test('where two windows contradict each other the juror chooses, and nothing is sent until then', async () => {
  anotherWindowWasFaster()
  const { user } = await open()
  await mark('Ethics', 15)
  expect(await screen.findByRole('alert', { name: '' })).toHaveTextContent(
    'Changed in another window',
  )
  expect(sent).toHaveLength(1)
  await user.click(screen.getByRole('radio', { name: /other window/ }))
  await user.click(screen.getByRole('button', { name: 'Keep this choice' }))
  expect(await scale('Ethics')).toHaveValue('9')
  expect(await scale('Ethics')).toBeEnabled()
})

test('two digits mark a criterion and lead to the next; eleven keys score an entry', async () => {
  const { user } = await open()
  await scale('Emotion')
  await user.keyboard('15')
  expect(await scale('Aesthetics')).toHaveValue('15')
  expect(await scale('Ergonomics')).toHaveFocus()
  await user.keyboard('08' + '13' + '20' + '16' + '{Enter}')
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ is_draft: false }))
  expect(sent.at(-1)?.items).toEqual(
    [15, 8, 13, 20, 16].map((value, index) => ({ criterion_id: String(10 + index), value })),
  )
})

/** The server answers when it is told to; drafts at once, unless they wait as well. */
function slowServer({ isSlowWithDrafts = false } = {}) {
  const waiting: (() => void)[] = []
  answer(subjudges.score, async (input) => {
    const score = input as Sent & { apply_order_id: string }
    sent.push(score)
    if (!score.is_draft || isSlowWithDrafts) {
      await new Promise<void>((done) => waiting.push(done))
    }
    const next_id = score.apply_order_id === '7' && !score.is_draft ? '8' : null
    return {
      total: 50,
      version: score.version + 1,
      is_draft: score.is_draft,
      next_id,
      progress: nothing,
      undo_until: null,
    }
  })
  answer(entries.info, (input) => ({ ...info, ...(input as { apply_order_id: string }) }))
  return { answerNow: () => act(async () => waiting.splice(0).forEach((done) => done())) }
}
const submitted = () => sent.filter(({ is_draft }) => !is_draft)

test('J2: Enter while a draft is being saved submits the score when its turn comes', async () => {
  const { answerNow } = slowServer({ isSlowWithDrafts: true })
  const { user } = await open()
  await scale('Emotion')
  await user.keyboard('15' + '08' + '13' + '20' + '16')
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(submitted()).toEqual([])
  // On a busy machine a second draft may be due before it.
  await waitFor(async () => {
    await answerNow()
    expect(submitted()).toMatchObject([{ apply_order_id: '7' }])
  })
  await answerNow()
})

test('J2: marks and submits the next entry when keys are typed during a submission', async () => {
  const { answerNow } = slowServer()
  const { user, location } = await open()
  await scale('Emotion')
  await user.keyboard('15' + '08' + '13' + '20' + '16' + '{Enter}')
  await waitFor(() => expect(submitted()).toHaveLength(1))
  await user.keyboard('11' + '12' + '13' + '14' + '15' + '{Enter}')
  expect(submitted()).toHaveLength(1)
  await answerNow()
  await waitFor(() => expect(location()).toContain('id=8'))
  await waitFor(() => expect(submitted()).toHaveLength(2))
  expect(submitted()[1]).toMatchObject({
    apply_order_id: '8',
    items: [11, 12, 13, 14, 15].map((value, index) => ({
      criterion_id: String(10 + index),
      value,
    })),
  })
  await answerNow()
})

/** The next entry is a draft that has all its marks already. */
function nextIsWholeDraft() {
  const server = slowServer()
  const items = [10, 11, 12, 13, 14].map((value, index) => ({
    criterion_id: String(10 + index),
    value,
  }))
  const own_score = { ...others, items, total: 60 }
  answer(entries.info, (input) => {
    const { apply_order_id } = input as { apply_order_id: string }
    return { ...info, apply_order_id, own_score: apply_order_id === '8' ? own_score : null }
  })
  return server
}

test('J2: marks a draft again from the first criterion when keys are typed ahead', async () => {
  const { answerNow } = nextIsWholeDraft()
  const { user, location } = await open()
  await scale('Emotion')
  await user.keyboard('15' + '08' + '13' + '20' + '16' + '{Enter}')
  await waitFor(() => expect(submitted()).toHaveLength(1))
  await user.keyboard('11' + '12' + '13' + '14' + '15' + '{Enter}')
  await answerNow()
  await waitFor(() => expect(location()).toContain('id=8'))
  await waitFor(() => expect(submitted()).toHaveLength(2))
  expect(submitted()[1]?.items).toMatchObject([11, 12, 13, 14, 15].map((value) => ({ value })))
  await answerNow()
})

test('J3: a second Enter does not submit the draft behind it, which nobody has seen', async () => {
  const { answerNow } = nextIsWholeDraft()
  const { user, location } = await open()
  await scale('Emotion')
  await user.keyboard('15' + '08' + '13' + '20' + '16' + '{Enter}')
  await user.keyboard('{Enter}' + '17')
  await waitFor(async () => {
    await answerNow()
    expect(location()).toContain('id=8')
  })
  expect(submitted()).toHaveLength(1)
  expect(await scale('Aesthetics')).toHaveValue('10')
  // Now that the draft is on screen, digits mark it anew and Enter submits it.
  await user.keyboard('18' + '{Enter}')
  await waitFor(async () => {
    await answerNow()
    expect(submitted()).toHaveLength(2)
  })
  expect(submitted()[1]?.items).toMatchObject([18, 11, 12, 13, 14].map((value) => ({ value })))
  await answerNow()
})

test('undo of a submission over an earlier one brings the earlier marks back, submitted', async () => {
  const notifySuccess = jest.fn()
  connectClient({ notify: () => undefined, notifySuccess, navigate: () => undefined })
  const items = CRITERIA.map((_, index) => ({ criterion_id: String(10 + index), value: 13 }))
  const earlier = { ...others, items, total: 65, is_draft: false }
  let own_score = earlier
  answer(entries.info, () => ({ ...info, own_score }))
  answer(subjudges.score, (input) => {
    const score = input as Sent & { items: typeof items; reopen?: boolean }
    sent.push(score)
    const version = score.version + 1
    own_score = { ...earlier, ...(!score.reopen && { items: score.items }), version }
    const undo_until = score.reopen ? null : '2027-03-01T10:00:00Z'
    return { total: 65, version, is_draft: false, progress: nothing, next_id: null, undo_until }
  })
  const { user } = await open()
  await mark('Ethics', 15)
  await user.click(screen.getByRole('button', { name: 'Submit again' }))
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(async () => expect(await scale('Ethics')).toHaveValue('13'))
  expect(sent.at(-1)).toMatchObject({ reopen: true, version: 2 })
  expect(notifySuccess).toHaveBeenCalledWith('Taken back. Your earlier score counts again.')
  // The marks on screen are those of the new version: a change of one is submitted over it.
  await mark('Ethics', 12)
  await user.click(screen.getByRole('button', { name: 'Submit again' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ is_draft: false, version: 3 }))
})

test('a point after a mark adds its half; a mark beyond 20 is not taken; backspace takes back', async () => {
  const { user } = await open()
  await scale('Emotion')
  await user.keyboard('17.')
  expect(await scale('Aesthetics')).toHaveValue('17.5')
  await user.keyboard('21')
  expect(await scale('Ergonomics')).toHaveValue('0')
  expect(await screen.findByText('20 is the highest mark')).toBeInTheDocument()
  await user.keyboard('7{Backspace}{Backspace}')
  expect(await scale('Ergonomics')).toHaveAttribute('aria-valuetext', 'Not marked yet')
  expect(await scale('Aesthetics')).toHaveAttribute('aria-valuetext', 'Not marked yet')
})

test('ignores shortcuts when the juror writes a comment or has turned them off', async () => {
  proves('wcag 2.1.4')
  const { user } = await open()
  await user.type(await screen.findByLabelText('For the jury'), '17 J 3?')
  expect(screen.getByLabelText('For the jury')).toHaveValue('17 J 3?')
  expect(await scale('Aesthetics')).toHaveAttribute('aria-valuetext', 'Not marked yet')

  await user.click(screen.getByRole('button', { name: /^Keys/ }))
  await user.click(await screen.findByRole('switch'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('17')
  expect(await scale('Aesthetics')).toHaveAttribute('aria-valuetext', 'Not marked yet')
})

test('keeps the text on screen for copying when the phase has ended', async () => {
  refuse(subjudges.score, 423, 'Scores are not taken in the present phase.', { reason: 'PHASE' })
  const { user } = await open()
  await mark('Ethics', 15)
  expect(await screen.findByText(/not taken in the present phase/)).toBeVisible()
  expect(await scale('Ethics')).toHaveValue('15')
  await user.click(screen.getByRole('button', { name: 'Copy it as text' }))
  expect(await navigator.clipboard.readText()).toContain('Ethics: 15')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
})

test('shows the score as text where the browser does not copy', async () => {
  refuse(subjudges.score, 423, 'Scores are not taken in the present phase.', { reason: 'PHASE' })
  const { user } = await open()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'))
  await mark('Ethics', 15)
  await user.click(await screen.findByRole('button', { name: 'Copy it as text' }))
  expect(await screen.findByLabelText('Your score as text')).toHaveDisplayValue(/Ethics: 15/)
})

test('shows the agreement in place of the entry when it is not signed', async () => {
  let signed_at: string | null = null
  answer(jurySeat.agreement, () => ({ ...agreement, signed_at }))
  answer(jurySeat.signAgreement, () => {
    signed_at = '2027-03-01T10:00:00Z'
    return { signed_at, conflicts: 0 }
  })
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: agreement.title })).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  expect(await screen.findByText('Accept the agreement to go on')).toBeVisible()
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  expect(await scale('Ethics')).toBeEnabled()
})

test('an agreement that has changed meanwhile is read and accepted anew', async () => {
  let { version } = agreement
  answer(jurySeat.agreement, () => ({ ...agreement, version, title: version, signed_at: null }))
  answer(jurySeat.signAgreement, () => {
    version = '2028'
    throw new BusinessError(409, 'The agreement has changed.', { reason: 'VERSION' })
  })
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  expect(await screen.findByRole('heading', { name: '2028' })).toBeVisible()
  expect(screen.getByRole('checkbox')).not.toBeChecked()
})

test('shows the entry at once when the juror signed last time; a new agreement still comes first', async () => {
  let signed_at: string | null = agreement.signed_at
  const asked = Promise.withResolvers<void>()
  answer(jurySeat.agreement, async () => {
    await asked.promise
    return { ...agreement, signed_at }
  })
  localStorage.setItem('jury-agreement', '9')
  const { store } = await open()
  act(() => void store.dispatch(sessionReady({ id: '9' } as CurrentUser)))
  expect(await scale('Ethics')).toBeEnabled()
  signed_at = null
  asked.resolve()
  expect(await screen.findByRole('heading', { name: agreement.title })).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('the keys walk on where a page of the queue ends, forwards and back', async () => {
  const PAGE = 100
  const all = Array.from({ length: 250 }, (_, index) => queueRow(String(1_001 + index)))
  answer(subJudge.subJuryAwardList, (input) => {
    const { current = 1, pageSize = 10, state } = input as Record<string, number>
    const list = state ? [] : all.slice((current - 1) * pageSize, current * pageSize)
    return {
      list,
      total: all.length,
      current,
      pageSize,
      progress: nothing,
      recheck: [],
    }
  })
  answer(entries.info, (input) => ({ ...info, ...(input as { apply_order_id: string }) }))
  const { user, location } = await renderRoutes(routes, `/subjuryreviewdetails?id=${1_000 + PAGE}`)

  await screen.findByText(/100 of 250/)
  await user.keyboard('j')
  await screen.findByText(/101 of 250/)
  expect(location()).toContain('id=1101')
  await user.keyboard('k')
  await screen.findByText(/100 of 250/)
})

test.each(['/subjuryreviewdetails?id=abc', '/juryreviewdetails?id=abc'])(
  'says that an entry is not found, asks for nothing and leads back, at %s',
  async (address) => {
    const asked: unknown[] = []
    answer(entries.info, (input) => {
      asked.push(input)
      return info
    })
    await renderRoutes(routes, address)
    expect(await screen.findByRole('heading', { name: 'Entry not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked).toEqual([])
  },
)
