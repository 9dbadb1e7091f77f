import {
  judge,
  judgeAdded,
  juryDesk,
  publication,
  type Aggregate,
  type BoardRow,
} from '@awards/shared/contract'
import { BusinessError, connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, refuse, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { entry, named, phase } from './chair.fixture.ts'
import { DESK_VIEWS } from '../chair/jury-review.page.tsx'
import en from './locales/en.json'
import fr from './locales/fr.json'
import zh from './locales/zh.json'

const figures: Aggregate = {
  votes: 3,
  quorum: 3,
  mean: 85,
  median: 87,
  trimmed: 85,
  balanced: 86.93,
  deviation: 6.71,
  range: 18,
  official: 85,
  is_divergent: false,
}
const place = (id: string, title: string, score: number): BoardRow => ({
  ...entry(id, title),
  section: named('4', 'Professional'),
  cover: null,
  first_level: figures,
  second_level: {
    ...figures,
    votes: 0,
  },
  final_score: score,
  rank: Number(id),
  tie_rule: null,
  eligible_award_id: '22',
  award_id: null,
  decision_status: 0,
  decision_version: 4,
  entry_status: 40,
  is_to_discuss: false,
  recommendations: [
    {
      award_id: '22',
      count: 2,
    },
  ],
})
const level = (id: string, name: string, min_score: number) => ({
  id,
  code: name.toLowerCase(),
  name,
  colour: '#101010',
  min_score,
})
const category = (id: string, name: string) => ({
  ...named(id, name),
  description: '',
  image: null,
  is_open: true,
  min_images: 3,
  from_price: null,
  sections_allowed: [],
  weights: [],
  children: [],
})
let restore = () => {}
let sent: unknown[] = []

beforeEach(() => {
  restore = answerCalls()
  sent = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(judge.getPhase, () => ({ current: phase, list: [phase] }))
  answer(publication.category, () => [category('3', 'Furniture')])
})
afterEach(() => restore())

async function open(view: string, user = chair) {
  const site = await renderRoutes(routes, `/juryreview?view=${view}`)
  site.store.dispatch(sessionReady(user))
  return site
}
const pageOf = (input: unknown) => Number(Object(input).current ?? 1)

function onBoard(tied: string[] = [], total = 2, decided: Partial<BoardRow> = {}) {
  const entries = [{ ...place('1', 'Ondine', 78), ...decided }, place('2', 'Passerelle', 78)]
  const ties = [
    {
      apply_order_ids: tied,
      score: 78,
      entries: entries.filter((one) => tied.includes(one.apply_order_id)),
    },
  ]
  answer(judgeAdded.board, (input) => ({
    category: named('3', 'Furniture'),
    metric: 'trimmed' as const,
    is_frozen: false,
    ties: tied.length > 0 ? ties : [],
    ties_total: tied.length > 0 ? 1 : 0,
    total,
    current: pageOf(input),
    pageSize: 100,
    decided: [
      {
        award_id: null,
        count: total,
      },
    ],
    levels: [
      { ...level('20', 'Grand Prix', 85), code: 'grand_prix' },
      level('21', 'Platinum', 85),
      level('22', 'Gold', 75),
      level('23', 'Silver', 65),
    ],
    entries: pageOf(input) === 2 ? [place('101', 'Tambour', 61)] : entries,
  }))
}

test('asks for a reason when the level is far from the score, and shows a refusal in the dialog', async () => {
  onBoard()
  answer(judge.award, (input) => {
    sent.push(input)
    return { decision_status: 2, version: 5 }
  })
  const { user } = await open('board')
  await user.click(await screen.findByRole('button', { name: 'Decide on Ondine' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: /Gold.*2 recommendations/ })).toBeChecked()
  // The chair cannot give it: the second level chooses it among the Platinums.
  expect(within(dialog).queryByRole('radio', { name: /Grand Prix/ })).toBeNull()

  refuse(judge.award, 409, 'Scores are missing.', { reason: 'QUORUM' })
  await user.click(within(dialog).getByRole('button', { name: 'Award' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('not enough scores')

  await user.click(within(dialog).getByRole('radio', { name: /Silver/ }))
  answer(judge.award, (input) => {
    sent.push(input)
    return { decision_status: 2, version: 5 }
  })
  await user.click(within(dialog).getByRole('button', { name: 'Award' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([{ apply_order_id: '1', award_id: '23', version: 4 }])
})

test('a decision that another chair was faster with is shown in the dialog, and the next press decides over it', async () => {
  onBoard()
  const { user } = await open('board')
  await user.click(await screen.findByRole('button', { name: 'Decide on Ondine' }))
  const dialog = await screen.findByRole('dialog')
  // The dialog fades in.
  await waitFor(() => expect(within(dialog).getByText('No decision')).toBeVisible())
  onBoard([], 2, { award_id: '23', decision_status: 2, decision_version: 5 })
  answer(judge.award, (input) => {
    sent.push(input)
    if (sent.length > 1) return { decision_status: 2, version: 6 }
    throw new BusinessError(409, 'This has changed in the meantime.', { reason: 'VERSION' })
  })
  await user.click(within(dialog).getByRole('button', { name: 'Award' }))
  expect(await within(dialog).findByText('Provisional')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Award' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([4, 5].map((version) => ({ apply_order_id: '1', award_id: '22', version })))
})

test('J4: asks for a reason when the level is below its threshold or no award is given', async () => {
  onBoard()
  answer(judge.award, (input) => {
    sent.push(input)
    return { decision_status: 2, version: 5 }
  })
  const { user } = await open('board')
  await user.click(await screen.findByRole('button', { name: 'Decide on Ondine' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('radio', { name: /Platinum/ }))
  expect(within(dialog).getByText(/^The result 78\.00 is below 85/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Award' }))
  expect(await within(dialog).findByText(/at least five characters/)).toBeVisible()
  expect(sent).toEqual([])

  await user.click(within(dialog).getByRole('radio', { name: 'Give no award' }))
  await user.type(within(dialog).getByLabelText(/^Reason/), 'It does not carry')
  await user.click(within(dialog).getByRole('button', { name: 'Give no award' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    {
      apply_order_id: '1',
      award_id: null,
      no_award: true,
      version: 4,
      reason: 'It does not carry',
    },
  ])
})

test('by award level an entry stands where it is decided, not where it is recommended or was declined', async () => {
  const at = (id: string, title: string, award_id: string | null, decision_status: number) => ({
    ...place(id, title, 78),
    award_id,
    decision_status,
  })
  answer(judgeAdded.board, () => ({
    category: named('3', 'Furniture'),
    metric: 'trimmed' as const,
    is_frozen: false,
    ties: [],
    ties_total: 0,
    total: 4,
    current: 1,
    pageSize: 100,
    decided: [
      { award_id: null, count: 1 },
      { award_id: '22', count: 1 },
    ],
    no_award: 2,
    levels: [level('22', 'Gold', 75)],
    entries: [
      at('1', 'Ondine', '22', 1),
      at('2', 'Passerelle', '22', 2),
      at('3', 'Tambour', '22', 4),
      at('4', 'Veilleuse', null, 4),
    ],
  }))
  await open('board&arrange=levels')
  const column = async (name: string) =>
    within(await screen.findByRole('group', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect((await column('Gold')).join()).toContain('Passerelle')
  expect(await column('Gold')).toHaveLength(1)
  expect((await column('Not decided')).join()).toContain('Ondine')
  expect(await column('Not decided')).toHaveLength(1)
  expect((await column('No award')).join()).toMatch(/Tambour.*Veilleuse/)
})

test('takes the order and reason of the chair when no rule resolves a tie', async () => {
  onBoard(['1', '2'])
  answer(judgeAdded.castVote, (input) => {
    sent.push(input)
    return { recorded: true as const }
  })
  const { user } = await open('board')
  const ties = await screen.findByRole('list', { name: 'Ties' })
  await user.click(await within(ties).findByRole('button', { name: 'Cast the vote' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Move up: Passerelle' }))
  const cast = within(dialog).getByRole('button', { name: 'Cast the vote' })
  await user.click(cast)
  expect(await within(dialog).findByText(/at least five characters/)).toBeVisible()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The jury preferred its joint')
  await user.click(cast)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    { apply_order_ids: ['2', '1'], ex_aequo: false, reason: 'The jury preferred its joint' },
  ])
})

test('an entry that is raised to the first place keeps the focus of the keyboard', async () => {
  onBoard(['1', '2'])
  const { user } = await open('board')
  const ties = await screen.findByRole('list', { name: 'Ties' })
  await user.click(await within(ties).findByRole('button', { name: 'Cast the vote' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'The jury preferred its joint')
  const raise = () => dialog.getByRole('button', { name: 'Move up: Passerelle' })
  const titles = () => dialog.getAllByRole('listitem').map((item) => item.firstChild?.textContent)
  expect(titles()).toEqual(['Ondine', 'Passerelle'])
  raise().focus()
  for (const _ of ['raised', 'raised already']) {
    await user.keyboard('{Enter}')
    expect(titles()).toEqual(['Passerelle', 'Ondine'])
    expect(raise()).toHaveFocus()
    expect(raise()).toHaveAttribute('aria-disabled', 'true')
  }
})

test('J1: shows the page count, and puts the page in the address, when the ranking has several pages', async () => {
  onBoard([], 101)
  const { user, location } = await open('board')
  expect(await screen.findByText(/101 entries/)).toBeVisible()
  await user.click(screen.getByRole('listitem', { name: '2' }))
  expect(await screen.findByText('Tambour')).toBeVisible()
  expect(screen.queryByText('Ondine')).toBeNull()
  expect(location()).toContain('page=2')
})

test('shows no category before those above it have answered, so that none moves down', async () => {
  answer(publication.category, () => [category('3', 'Furniture'), category('6', 'Lighting')])
  let release = (_: unknown) => {}
  const first = new Promise((resolve) => (release = resolve))
  answer(judgeAdded.board, async (input) => {
    const id = String(Object(input).category_id)
    if (id === '3') await first
    return {
      category: named(id, id),
      metric: 'trimmed' as const,
      is_frozen: false,
      ties: [],
      ties_total: 0,
      total: 1,
      current: 1,
      pageSize: 10,
      decided: [],
      levels: [],
      entries: [place(id, id === '3' ? 'Tambour' : 'Veilleuse', 61)],
    }
  })
  await open('board', { ...chair, juror: { ...chair.juror, category_ids: ['3', '6'] } })
  expect(await screen.findByText('Veilleuse')).not.toBeVisible()
  expect(screen.getByRole('heading', { name: 'Furniture' })).toBeVisible()
  release(undefined)
  expect(await screen.findByText('Tambour')).toBeVisible()
  expect(screen.getByText('Veilleuse')).toBeVisible()
})

const loads = { level: 2, quorum: 3, due_at: null, jurors: [], categories: [] }

test('carries out a plan only as it was previewed', async () => {
  answer(juryDesk.workload, () => loads)
  answer(juryDesk.planAssignments, (input) => {
    sent.push(input)
    return {
      plan: 'abc',
      applied: false,
      entries: 1,
      seats: 4,
      short_total: 1,
      jurors: [
        {
          juror_id: '7',
          name: 'Noor',
          level: 2,
          before: 3,
          after: 7,
          of_own_field: 6,
        },
      ],
      short: [
        {
          ...entry('2', 'Passerelle'),
          missing: 1,
          reason: 'CONFLICTS' as const,
        },
      ],
    }
  })
  const { user } = await open('work')
  await user.click(await screen.findByRole('button', { name: 'Assign automatically' }))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByRole('button', { name: 'Assign' })).toBeDisabled()
  await user.click(within(drawer).getByRole('button', { name: 'Preview' }))
  expect(await within(drawer).findByText('3 → 7')).toBeVisible()
  expect(within(drawer).getByText('conflicts of interest')).toBeVisible()

  await user.click(within(drawer).getByRole('button', { name: 'Assign 4 seats' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ dry_run: true })
  expect(sent[1]).toMatchObject({ dry_run: false, plan: 'abc' })
})

test('a preview that comes after the form has changed is not shown and not carried out', async () => {
  const held: (() => void)[] = []
  answer(juryDesk.workload, () => loads)
  answer(juryDesk.planAssignments, async (input) => {
    const { per_entry } = Object(input)
    await new Promise<void>((resolve) => held.push(resolve))
    const plan = { plan: 'abc', applied: false, entries: 1, short_total: 0, jurors: [], short: [] }
    return { ...plan, seats: Number(per_entry) }
  })
  const { user } = await open('work')
  await user.click(await screen.findByRole('button', { name: 'Assign automatically' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(held).toHaveLength(1))
  const count = drawer.getByLabelText('Jurors for each entry')
  await user.clear(count)
  await user.type(count, '3')
  expect(drawer.getByRole('button', { name: 'Preview' })).toBeEnabled()
  held[0]?.()
  await user.click(drawer.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(held).toHaveLength(2))
  expect(drawer.getByRole('button', { name: 'Assign' })).toBeDisabled()
  expect(drawer.queryByRole('region', { name: 'What would happen' })).toBeNull()

  held[1]?.()
  expect(await drawer.findByRole('button', { name: 'Assign 3 seats' })).toBeEnabled()
})

test.each([en, fr, zh])('each part of the desk has a name and a heading', ({ view, heading }) => {
  const parts = Object.keys(DESK_VIEWS)
  expect(view).toMatchObject(Object.fromEntries(parts.map((key) => [key, expect.any(String)])))
  expect(heading).toMatchObject(Object.fromEntries(parts.map((key) => [key, expect.any(String)])))
})
