import { payments } from '@awards/shared/contract'
import { useLocation } from 'react-router-dom'

const Action = payments.entryFeePayment.output.shape.action

/** What the page that opened the order was told to do next; it outlives a reload of this one. */
export function useHandedAction() {
  const state: unknown = useLocation().state
  const action = typeof state === 'object' && state && 'action' in state ? state.action : undefined
  return Action.safeParse(action).data
}
