import { DECISION_STATUS, EDITION_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'
import { StartError } from '../../lib/errors.ts'
import { snapshotsRepository } from '../jury/results/snapshots.repository.ts'
import type { Change } from './rows.repository.ts'

/** Editions whose jury is at work, or whose results are frozen and not published. */
const IS_JUDGED = sql<boolean>`edition.status in ${statusList(EDITION_STATUS.judging, EDITION_STATUS.embargo)}`
const D = DECISION_STATUS

/**
 * Refuses a change of the rules that scores or decisions of a judging under way follow, in the transaction of a plan or
 * load; throws StartError with how many entries are concerned.
 *
 * A total is weighted when its juror submits it and is not computed again, so entries scored before and after a change of
 * weights or criteria would be ranked by two rules. A least score decides which level an entry may have, and the frozen
 * results document it. What is scored or decided first waits for publication; nothing waits where nothing is scored yet.
 * Until the transaction ends no score is saved and no level decided in these editions, so that none follows the old rules.
 */
export async function requireUnscoredRules(trx: Db, changes: readonly Change[]): Promise<void> {
  const categories = changes
    .filter(({ table }) => table === 'category_weights')
    .map(({ key: [categoryId = '0'] }) => categoryId)
  const criteria = changes.some(({ table, kind }) => table === 'criteria' && kind !== 'changed')
  const levels = changes
    .filter(({ table, kind, before }) => {
      return table === 'award_levels' && (kind === 'removed' || 'min_score' in before)
    })
    .map(({ key: [code = ''] }) => code)
  if (categories.length > 0 || criteria || levels.length > 0) await lockJudging(trx)
  if (categories.length > 0 || criteria) {
    const scored = await scoredEntries(trx, criteria ? null : categories)
    if (scored > 0) {
      throw new StartError(
        `Nothing was changed: entries of a judging under way are scored by the weights and criteria of now (${scored} of them). Change them once the results are published.`,
      )
    }
  }
  if (levels.length === 0) return
  const decided = await decidedEntries(trx, levels)
  if (decided > 0) {
    throw new StartError(
      `Nothing was changed: entries of a judging under way have an award level by the least score of now (${decided} of them). Change it once the results are published.`,
    )
  }
}

/** Takes the locks of a freeze in every edition under judging, always in the order of their ids, so that none waits for another. */
async function lockJudging(trx: Db) {
  const judged = await trx
    .selectFrom('editions as edition')
    .select('id')
    .where(IS_JUDGED)
    .orderBy('id')
    .execute()
  for (const { id } of judged) await snapshotsRepository(trx).lockForFreeze(id)
}

/** Entries under judging that somebody has begun to score, in some categories or in all of them. */
async function scoredEntries(trx: Db, categories: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from apply_orders entry
    join editions edition on edition.id = entry.edition_id and ${IS_JUDGED}
    where (${categories && [...categories]}::bigint[] is null
        or entry.category_id = any(${categories && [...categories]}::bigint[]))
      and exists (select from scores score where score.apply_order_id = entry.id)`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Entries under judging that have, or are recommended for, one of the levels; all of frozen results have been held to it. */
async function decidedEntries(trx: Db, levels: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from apply_orders entry
    join editions edition on edition.id = entry.edition_id and ${IS_JUDGED}
    left join award_levels level on level.id = entry.award_id
    where (level.code = any(${[...levels]}::text[])
        and entry.decision_status in ${statusList(D.recommended, D.provisional, D.confirmed)})
      or (edition.snapshot_id is not null and exists (select from result_rows kept
        where kept.snapshot_id = edition.snapshot_id and kept.apply_order_id = entry.id))`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}
