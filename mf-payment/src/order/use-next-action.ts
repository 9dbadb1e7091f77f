import { payments, type PaymentOrder } from '@awards/shared/contract'
import { useLocation } from 'react-router-dom'

const Action = payments.entryFeePayment.output.shape.action

/**
 * What the payer has to do next: as the server says with the order, else as the page that opened the
 * order handed it over.
 */
export function useNextAction({ action }: PaymentOrder) {
  const state: unknown = useLocation().state
  const handed = typeof state === 'object' && state && 'action' in state ? state.action : undefined
  return action ?? Action.safeParse(handed).data
}
