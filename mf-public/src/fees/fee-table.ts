import type { Output, publicationAdded } from '@awards/shared/contract'

/** The price list of an edition. */
export type FeeTable = Output<typeof publicationAdded.feeTable>
