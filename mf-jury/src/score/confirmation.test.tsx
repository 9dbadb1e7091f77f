import { connectClient } from '@awards/shared/client'
import { publication, subjudges } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import '../routes.tsx'
import { Confirmation } from './review.tsx'
import { jurorEntry, named } from './juror-entry.fixture.ts'

const GRAND_PRIX = '20'
const level = (id: string, code: string, name: string, rank: number, description = '') => ({
  id,
  code,
  name,
  description,
  rank,
  colour: '#101010',
  min_score: 85,
})

let restore = () => {}
let sent: unknown[] = []
beforeEach(() => {
  restore = answerCalls()
  sent = []
  answer(publication.getAward, () => [
    level(GRAND_PRIX, 'grand_prix', 'Grand Prix', 1, 'One per section, among the Platinums.'),
    level('21', 'platinum', 'Platinum', 2),
    level('22', 'gold', 'Gold', 3),
  ])
  answer(subjudges.awarded, (input) => {
    sent.push(input)
    return { decision_status: 3, version: 4 }
  })
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const shown = (final_score: number, award = named('21', 'Platinum')) => {
  const info = {
    ...jurorEntry,
    can_award: true,
    decision_status: 2,
    award,
    decision_version: 3,
    standing: {
      final_score,
      min_score: 85,
    },
  }
  const Page = () => <Confirmation info={info} onDecided={() => undefined} />
  return renderRoutes([{ path: '/', Component: Page }], '/')
}

test('J4: the second level reads result and threshold before it confirms', async () => {
  await shown(85.2)
  expect(await screen.findByText('Result 85.20; Platinum is given from 85.')).toBeVisible()
})

test('J4: shows the missed threshold and asks for a reason when the result is below it', async () => {
  await shown(82.54)
  expect(
    await screen.findByText(/^The result 82\.54 is below 85, from which Platinum is given/),
  ).toBeVisible()
  expect(
    screen.getByRole('textbox', { name: 'Reason; needed to confirm and to decline' }),
  ).toBeVisible()
})

test('the second level makes a Platinum the Grand Prix, which is asked once more', async () => {
  const { user } = await shown(92)
  expect(
    await screen.findByRole('radio', { name: /^Platinum.*As the chair proposes/ }),
  ).toBeChecked()
  expect(screen.queryByRole('radio', { name: /Gold/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Grand Prix.*One per section/ }))
  await user.click(screen.getByRole('button', { name: 'Confirm' }))

  const question = () => screen.findByRole('dialog', { name: 'Give Grand Prix to “Ondine”?' })
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await user.click(within(await question()).getByRole('button', { name: 'Give Grand Prix' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { apply_order_id: '7', decision: 'confirm', version: 3, award_id: GRAND_PRIX },
    ]),
  )
})

test('without another choice the award is confirmed as it is proposed', async () => {
  const { user } = await shown(92)
  await screen.findByRole('radio', { name: /^Grand Prix/ })
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(sent).toEqual([{ apply_order_id: '7', decision: 'confirm', version: 3 }]),
  )
})

test('a chosen Grand Prix does not go with a decline', async () => {
  const { user } = await shown(92)
  await user.click(await screen.findByRole('radio', { name: /^Grand Prix/ }))
  await user.type(screen.getByRole('textbox'), 'Too close to its model')
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        apply_order_id: '7',
        decision: 'decline',
        version: 3,
        reason: 'Too close to its model',
      },
    ]),
  )
})

test('offers no Grand Prix for an entry without a Platinum', async () => {
  await shown(80, named('22', 'Gold'))
  expect(await screen.findByRole('button', { name: 'Confirm' })).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})
