import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { scoresRepository, type ScoreRow } from './scores.repository.ts'

/** The refusal of a save over another version, with what is saved, so that both can be brought together. */
export async function staleScore(db: Db, row: ScoreRow | undefined): Promise<BusinessError> {
  const saved = row && {
    items: await scoresRepository(db).items(row.id),
    comment_private: row.comment_private,
    comment_entrant: row.comment_entrant,
    total: Number(row.total),
    is_draft: row.is_draft,
  }
  return new BusinessError(
    409,
    'This score was saved in another window. Look at both, then save again.',
    { reason: 'VERSION', version: row?.version ?? 0, saved: saved ?? null },
  )
}
