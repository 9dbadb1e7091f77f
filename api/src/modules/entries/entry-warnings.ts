import { z } from 'zod'
import type { JurorEntryInfo } from '@awards/shared/contract'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { entryWarningsRepository, type LookAlike } from './entry-files.repository.ts'

type Warning = JurorEntryInfo['warnings'][number]

const Similar = z.object({
  place: z.int(),
  judging_no: z.string(),
  edition: z.string(),
  other_place: z.int(),
  is_own: z.boolean(),
})

/** What the chair should look at before an entry is admitted; never part of what an entrant reads. */
export async function entryWarnings(db: Db, entryId: string): Promise<Warning[]> {
  const rows = await entryWarningsRepository(db).of(entryId)
  return rows.map(({ kind, detail, at }) => {
    const similar = Similar.parse(JSON.parse(detail))
    const { place, judging_no, edition, other_place } = similar
    return {
      kind,
      detail: `Picture ${place} looks like picture ${other_place} of ${judging_no} (${edition})`,
      at: at.toISOString(),
      similar,
    }
  })
}

/** Compares the pictures of an entry that was handed in; the entrant never hears of it. */
export const COMPARE_PICTURES = 'entries.compare_pictures'

/** Says who compares pictures; called while modules are mounted. */
export function comparePictures({ db, jobs, clock }: AppContext) {
  jobs.handle(COMPARE_PICTURES, async ({ apply_order_id }) => {
    const id = String(apply_order_id)
    const warnings = entryWarningsRepository(db)
    const found = await warnings.lookAlikes(id)
    await warnings.add(id, 'similar_picture', found.map(detailOf), clock())
  })
}

/** What the chair reads: places and numbers, which read the same in every language. */
const detailOf = (one: LookAlike): string => JSON.stringify(one)
