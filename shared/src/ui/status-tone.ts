export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const TONES: Record<string, Tone> = {
  draft: 'neutral',
  submitted: 'warning',
  registered: 'info',
  correction_requested: 'warning',
  admitted: 'info',
  in_judging: 'info',
  decided: 'info',
  awarded: 'success',
  not_awarded: 'neutral',
  withdrawn: 'neutral',
  disqualified: 'danger',
  unpaid: 'warning',
  pending: 'info',
  paid: 'success',
  waived: 'success',
  offline_declared: 'info',
  refund_pending: 'warning',
  refunded: 'neutral',
  not_applicable: 'neutral',
  offered: 'info',
  declined: 'neutral',
  offer_expired: 'neutral',
}

/** How a status is coloured. */
export const statusTone = (name: string): Tone => TONES[name] ?? 'neutral'
