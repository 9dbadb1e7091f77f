import { judgeAdded, type PhaseInfo } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { capabilitiesOf, phaseName, type Phase } from '@awards/shared/domain'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import '../routes.tsx'
import { PhaseDialog } from './edition-dialogs.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const edition = { id: '5', code: 'S1', name: 'Season 1' }
const phaseOf = (phase: Phase): PhaseInfo => {
  const { can_score_levels, can_award_levels, ...rights } = capabilitiesOf(phase)
  return {
    id: String(90 + phase),
    edition,
    phase,
    code: phaseName(phase),
    name: phaseName(phase),
    starts_at: '2026-11-01T00:00:00Z',
    ends_at: '2026-12-01T00:00:00Z',
    is_current: phase === 3,
    is_forced: false,
    is_over: false,
    capabilities: {
      ...rights,
      can_score_levels: [...can_score_levels],
      can_award_levels: [...can_award_levels],
    },
  }
}
const phases = ([3, 4, 5, 6] as const).map(phaseOf)
const [current = phaseOf(3)] = phases

test('J17: asks to confirm the consequences before the phase changes', async () => {
  const sent: unknown[] = []
  answer(judgeAdded.changePhase, (input) => {
    sent.push(input)
    return {
      current,
      list: phases,
      fingerprint: 'abc',
      not_admitted: 3,
      consequences: [
        {
          kind: 'SKIPPED' as const,
          count: 2,
          entries: [],
          phases: ['first_level_awarding', 'second_level_scoring'],
        },
        {
          kind: 'SCORES_MISSING' as const,
          count: 14,
          entries: [],
          phases: [],
        },
      ],
    }
  })
  const Page = () => (
    <PhaseDialog isOpen phases={phases} current={current} onClose={() => undefined} />
  )
  const { user } = await renderRoutes([{ path: '/', Component: Page }], '/')
  const dialog = await screen.findByRole('dialog')
  const confirm = within(dialog).getByRole('button', { name: 'Change phase' })
  expect(confirm).toBeDisabled()

  await user.click(within(dialog).getByRole('radio', { name: /^Deliberation/ }))
  const list = await within(dialog).findByRole('region', { name: 'What this brings with it' })
  expect(list).toHaveTextContent(
    '2 phases are jumped over: First-level awarding, Second-level scoring.',
  )
  expect(list).toHaveTextContent('14 scores are missing and can no longer be given.')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The jury is ready')
  expect(confirm).toBeDisabled()

  await user.click(within(dialog).getByRole('checkbox', { name: /^I have read/ }))
  await user.click(confirm)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { phase_id: '96', dry_run: true },
    { phase_id: '96', reason: 'The jury is ready', confirmed: 'abc' },
  ])
})
