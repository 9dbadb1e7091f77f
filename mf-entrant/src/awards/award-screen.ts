import type { OwnerEntryInfo } from '@awards/shared/contract'

/** What each screen of the winner's way is given. */
export type AwardScreenProps = { info: OwnerEntryInfo; goTo: (step: number) => void }
