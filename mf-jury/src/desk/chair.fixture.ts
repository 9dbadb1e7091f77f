import type { PhaseInfo } from '@awards/shared/contract'
import { capabilitiesOf, PHASES } from '@awards/shared/domain'

export const named = (id: string, name: string) => ({ id, code: name.toLowerCase(), name })
const edition = named('5', 'Season 1')
const capabilities = capabilitiesOf(PHASES.deliberation)
/** A season in deliberation. */
export const phase: PhaseInfo = {
  id: '9',
  edition,
  phase: PHASES.deliberation,
  code: 'deliberation',
  name: 'Deliberation',
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: '2026-12-01T00:00:00Z',
  is_current: true,
  is_forced: false,
  is_over: false,
  capabilities: {
    ...capabilities,
    can_score_levels: [...capabilities.can_score_levels],
    can_award_levels: [...capabilities.can_award_levels],
    can_assign: true,
  },
}
/** An entry as lists of the desk name it. */
export const entry = (id: string, title: string) => ({
  apply_order_id: id,
  judging_no: `#${id}`,
  entry_no: `E-${id}`,
  title,
  category: named('3', 'Furniture'),
})
