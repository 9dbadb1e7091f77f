import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

/**
 * The letter under which the entrant knows a juror of the row `score`. Letters are dealt anew for each entry, in
 * an order that has nothing to do with the jury's list: the same letter on two entries says nothing.
 */
export const jurorLetter = (secret: string): RawBuilder<string> => sql<string>`
  chr(65 + (dense_rank() over (partition by score.apply_order_id order by
    encode(sha256((${secret} || score.apply_order_id || ':' || score.juror_id)::bytea), 'hex')
  ) - 1)::integer % 26)`

export type CriterionMean = {
  id: string
  code: string
  name: unknown
  weight: number
  level: ScoringLevel
  mean: number
  compared_mean: number
}

type SheetComment = {
  juror: string
  level: number
  comment: string
  state: 'pending' | 'released' | 'withheld'
}

/** What the jury's votes say to an entrant; only votes that count. */
export const scoreSheetRepository = (db: Db) => ({
  judgingNo: (id: string) =>
    db
      .selectFrom('apply_orders')
      .select('judging_no')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  /** Entries of the same edition of which the results are out, and which of them are of its category. */
  async peers(id: string): Promise<{ category: string[]; edition: string[] }> {
    const { rows } = await sql<{ id: string; is_near: boolean }>`
      select peer.id, peer.category_id = own.category_id as is_near
      from apply_orders own join apply_orders peer on peer.edition_id = own.edition_id
      where own.id = ${id} and peer.entry_status in ${statusSql('awarded', 'not_awarded')}`.execute(
      db,
    )
    return {
      category: rows.filter(({ is_near }) => is_near).map((row) => row.id),
      edition: rows.map((row) => row.id),
    }
  },

  /** Mean mark per level and criterion, beside that of the peers, each of which counts once. */
  async criteria(id: string, peers: readonly string[]): Promise<CriterionMean[]> {
    const { rows } = await sql<CriterionMean>`
      with entry_mean as (
        select vote.apply_order_id, vote.level, item.criterion_id, avg(item.value) as mean
        from counted_votes vote join score_items item on item.score_id = vote.score_id
        where vote.apply_order_id = any(${[...peers]}::bigint[])
        group by vote.apply_order_id, vote.level, item.criterion_id),
      compared_mean as (
        select level, criterion_id, avg(mean) as mean from entry_mean group by level, criterion_id)
      select criterion.id, criterion.code, criterion.name,
        coalesce(weight.weight, 1)::float8 as weight, own.level,
        round(own.mean, 2)::float8 as mean, round(compared_mean.mean, 2)::float8 as compared_mean
      from entry_mean own
      join compared_mean using (level, criterion_id)
      join criteria criterion on criterion.id = own.criterion_id
      join apply_orders entry on entry.id = own.apply_order_id
      left join category_weights weight on weight.category_id = entry.category_id
        and weight.criterion_id = criterion.id
      where own.apply_order_id = ${id}
      order by own.level, criterion.sort, criterion.id`.execute(db)
    return rows
  },

  async comments(id: string, secret: string): Promise<SheetComment[]> {
    const { rows } = await sql<SheetComment & { score_id: string }>`
      select * from (
        select score.id as score_id, score.level, ${jurorLetter(secret)} as juror,
          score.comment_entrant as comment, score.comment_state as state
        from scores score where score.apply_order_id = ${id} and not score.is_draft) lettered
      where comment <> '' and score_id in
        (select score_id from counted_votes where apply_order_id = ${id})
      order by level, juror`.execute(db)
    return rows
  },
})
