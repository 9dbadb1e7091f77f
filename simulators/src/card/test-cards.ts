import type { RefundFate } from './card-types.ts'

/** Why a card is declined, in the provider's words. */
export type Decline = 'generic_decline' | 'insufficient_funds'

export type TestCard = {
  code: string
  /** The number under which the provider's documents list the card; a debit has none. */
  number: string
  decline?: Decline
  /** The money is on its way for days, as a direct debit is. */
  isSlow?: boolean
  isDisputed?: boolean
  fate?: RefundFate
}

/** The provider's test cards of which the hosted page offers a choice. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { code: 'succeeds', number: '4242 4242 4242 4242' },
  { code: 'declined', number: '4000 0000 0000 0002', decline: 'generic_decline' },
  { code: 'no_funds', number: '4000 0000 0000 9995', decline: 'insufficient_funds' },
  { code: 'slow', number: '', isSlow: true },
  { code: 'disputed', number: '4000 0000 0000 0259', isDisputed: true },
  { code: 'refund_pends', number: '4000 0000 0000 7726', fate: 'pends' },
  { code: 'refund_fails', number: '4000 0000 0000 5126', fate: 'fails_later' },
]
