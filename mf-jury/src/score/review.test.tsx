import { entries, subJudge, subjudges, type JurorEntryInfo } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'

const CRITERIA = ['Aesthetics', 'Ergonomics', 'Ethics', 'Economy', 'Emotion']
const named = (id: string, name: string) => ({ id, code: name.toLowerCase(), name })
const nothing = { assigned: 1, submitted: 0, draft: 0, recused: 0, abstained: 0 }

const info: JurorEntryInfo = {
  projection: 'juror',
  apply_order_id: '7',
  judging_no: '7QK4Z',
  is_blind: true,
  category: { ...named('3', 'Furniture'), min_images: 3 },
  section: named('4', 'Professional'),
  edition: named('5', 'Season 1'),
  entry_status: 40,
  entry_status_text: 'in_judging',
  warnings: [],
  answers: { title: 'Ondine', summary: 'A stackable chair.' },
  files: [],
  criteria: CRITERIA.map((name, index) => ({
    ...named(String(10 + index), name),
    weight: 1,
    description: `${name}?`,
  })),
  own_score: null,
  assignment_status: 1,
  can_score: true,
  can_award: false,
  decision_status: 0,
  award: null,
  decision_version: 0,
}

type Sent = { is_draft: boolean; version: number; items: unknown[] }
let restore = () => {}
let sent: Sent[] = []

beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  sent = []
  answer(entries.info, () => info)
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

test('a mark saves itself as a draft, and the total grows with it', async () => {
  await open()
  await mark('Ethics', 15)
  expect(screen.getByRole('status', { name: 'Total 15 of 100' })).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3_000 })
  expect(sent[0]).toMatchObject({
    is_draft: true,
    version: 0,
    items: [{ criterion_id: '12', value: 15 }],
  })
})

test('a score with a missing mark is not sent; a complete one is submitted', async () => {
  const { user } = await open()
  for (const name of CRITERIA.slice(1)) await mark(name, 13)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  expect(await screen.findByText('One criterion has no mark yet.')).toBeVisible()
  expect(sent.filter(({ is_draft }) => !is_draft)).toHaveLength(0)

  await mark('Aesthetics', 13)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ is_draft: false }))
})

test('an extreme total asks for a word to the entrant', async () => {
  const { user } = await open()
  for (const name of CRITERIA) await mark(name, 19)
  await user.click(screen.getByRole('button', { name: 'Submit the score' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('at least 30 characters')
})

test('a score that another tab has changed is not overwritten', async () => {
  refuse(subjudges.score, 409, 'This has changed in the meantime.', { reason: 'VERSION' })
  await open()
  await mark('Ethics', 15)
  expect(
    await screen.findByRole('button', { name: 'Load the newer version' }, { timeout: 3_000 }),
  ).toBeVisible()
  expect(await scale('Ethics')).toBeDisabled()
})
