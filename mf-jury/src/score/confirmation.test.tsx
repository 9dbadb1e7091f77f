import { connectClient } from '@awards/shared/client'
import { answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import '../routes.tsx'
import { Confirmation } from './review.tsx'
import { jurorEntry, named } from './juror-entry.fixture.ts'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const shown = (final_score: number) => {
  const info = {
    ...jurorEntry,
    can_award: true,
    decision_status: 2,
    award: named('21', 'Platinum'),
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
