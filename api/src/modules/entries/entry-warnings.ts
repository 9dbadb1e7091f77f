import { z } from 'zod'
import type { JurorEntryInfo } from '@awards/shared/contract'
import type { Db } from '../../db/database.ts'
import { entryWarningsRepository } from './entry-warnings.repository.ts'

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
