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

/** Warnings about an entry for the chair; the entrant never sees them. */
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

/** Job: compares the pictures of a submitted entry with those of others. */
const COMPARE_PICTURES = 'entries.compare_pictures'

/** Queues the comparison of each of these entries, once however often it is asked for. */
export async function queueComparison(
  db: Db,
  { jobs }: Pick<AppContext, 'jobs'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await jobs.enqueue(db, COMPARE_PICTURES, { apply_order_id: id }, { key: id })
  }
}

/** Registers the handler of the comparison job. */
export function comparePictures({ db, jobs, clock }: AppContext) {
  jobs.handle(COMPARE_PICTURES, async ({ apply_order_id }) => {
    const id = String(apply_order_id)
    const warnings = entryWarningsRepository(db)
    const found = await warnings.lookAlikes(id)
    await warnings.add(id, 'similar_picture', found.map(detailOf), clock())
  })
}

/** Stored as JSON, so that the page builds the sentence in the chair's language. */
const detailOf = (one: LookAlike): string => JSON.stringify(one)
