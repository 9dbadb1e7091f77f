import { entries, jurySeat, subJudge } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { CRITERIA, jurorEntry, signedAgreement } from './juror-entry.fixture.ts'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(jurySeat.agreement, () => signedAgreement)
  answer(entries.info, () => ({
    ...jurorEntry,
    assignment_status: 3,
    own_score: {
      items: CRITERIA.map((_, index) => ({ criterion_id: String(10 + index), value: 13 })),
      total: 65,
      comment_private: '',
      comment_entrant: '',
      is_draft: false,
      version: 1,
    },
  }))
})
afterEach(() => restore())

/** A sheet that is submitted, and nothing waits for a first mark. */
async function submittedSheet(draft: number) {
  answer(subJudge.subJuryAwardList, () => ({
    list: [],
    total: 0,
    current: 1,
    pageSize: 10,
    progress: { assigned: 3, submitted: 3 - draft, draft, recused: 0, abstained: 0 },
    recheck: [],
  }))
  return renderRoutes(routes, '/subjuryreviewdetails?id=7')
}
const DONE = 'Nothing left to do. Thank you.'

test('a submitted sheet leads to the drafts that are left, which count for nothing yet', async () => {
  await submittedSheet(2)
  expect(
    await screen.findByRole('link', { name: '2 drafts are not submitted yet' }),
  ).toHaveAttribute('href', expect.stringContaining('?state=draft'))
  expect(screen.queryByText(DONE)).toBeNull()
})

test('a submitted sheet says that nothing is left once no draft is', async () => {
  await submittedSheet(0)
  expect(await screen.findByText(DONE)).toBeVisible()
})
