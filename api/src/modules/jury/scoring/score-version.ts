import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { scoresRepository, type ScoreRow } from './scores.repository.ts'

/**
 * The refusal of a submission whose marks give another total than its juror has seen, for instance marks of two windows
 * that were brought together, or other weights of the category; with what is saved and what would be.
 */
export async function unseenScore(
  db: Db,
  row: ScoreRow | undefined,
  total: number,
): Promise<BusinessError> {
  return new BusinessError(
    409,
    'These marks give another total than the one you saw. Look at the marks and the total, then submit again.',
    { reason: 'SEEN', total, version: row?.version ?? 0, saved: await savedScore(db, row) },
  )
}

/** The refusal of a save over another version, with what is saved, so that both can be brought together. */
export async function staleScore(db: Db, row: ScoreRow | undefined): Promise<BusinessError> {
  const saved = await savedScore(db, row)
  return new BusinessError(
    409,
    'This score was saved in another window. Look at both, then save again.',
    { reason: 'VERSION', version: row?.version ?? 0, saved },
  )
}

async function savedScore(db: Db, row: ScoreRow | undefined) {
  if (!row) return null
  return {
    items: await scoresRepository(db).items(row.id),
    comment_private: row.comment_private,
    comment_entrant: row.comment_entrant,
    total: Number(row.total),
    is_draft: row.is_draft,
  }
}
