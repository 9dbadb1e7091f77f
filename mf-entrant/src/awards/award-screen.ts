import type { OwnerEntryInfo } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'

/** What each screen of the winner's way is given. */
export type AwardScreenProps = { info: OwnerEntryInfo; goTo: (step: number) => void }

const W = WINNER_FEE_STATUS
const UNSAID: readonly number[] = [W.not_applicable, W.offered, W.offer_expired]

/** What the winner has said to the award; undefined until then. */
export function answerOf({ timeline, winner_fee_status }: OwnerEntryInfo) {
  const isDeclined = winner_fee_status === WINNER_FEE_STATUS.declined
  // Choosing a package implies acceptance.
  const isChosen = !UNSAID.includes(winner_fee_status)
  const said = timeline.findLast(({ code }) =>
    isDeclined ? code === 'award_declined' : code === 'award_accepted' || code === 'winning_info',
  )
  if (!said && !isDeclined && !isChosen) return undefined
  return { word: isDeclined ? 'declined' : 'accepted', at: said?.at } as const
}
