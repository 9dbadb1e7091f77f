import { sql, type RawBuilder } from 'kysely'
import type { VoteStatistics } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import { jurorLetter } from '../scoring/score-sheet.repository.ts'

type VoteRow = {
  level: ScoringLevel
  juror_id: string
  total: number
  name: string | null
  letter: string | null
  marks: { criterion_id: string; value: number }[]
  note: string | null
  given: VoteStatistics
}

/** SQL: sums of `juror_figures` as the JSON of `VoteStatistics`. */
const statistics: RawBuilder<VoteStatistics> = sql`json_build_object('votes', sum(f.votes)::int,
  'mean', sum(f.total_sum)::float8 / sum(f.votes),
  'deviation', sqrt(greatest(0, sum(f.total_squares)::float8 / sum(f.votes)
    - (sum(f.total_sum)::float8 / sum(f.votes)) ^ 2)))`

/**
 * Inputs of the derivation of a figure. They come from `entry_figures` and `juror_figures`, which a freeze stops: after
 * it they name the votes that counted, whatever a juror or an entry has done since.
 */
export const figureDerivationRepository = (db: Db) => ({
  /** Votes on an entry by level and letter; letters are those of the score sheet. */
  async votes(id: string, secret: string): Promise<VoteRow[]> {
    const { rows } = await sql<VoteRow>`
      with lettered as materialized (
        select score.id, score.juror_id, score.level, score.comment_private, ${jurorLetter(secret)} as letter
        from scores score where score.apply_order_id = ${id} and not score.is_draft)
      select figure.level, vote.juror_id, vote.total::float8 as total, juror.name, lettered.letter,
        nullif(lettered.comment_private, '') as note,
        coalesce((select json_agg(json_build_object('criterion_id', item.criterion_id::text,
            'value', item.value::float8)) from score_items item where item.score_id = lettered.id),
          '[]') as marks,
        (select ${statistics} from juror_figures f where f.juror_id = vote.juror_id
          and f.edition_id = figure.edition_id and f.level = figure.level and f.votes > 0) as given
      from entry_figures figure
      cross join lateral unnest(figure.voters, figure.totals) as vote (juror_id, total)
      left join jurors juror on juror.id = vote.juror_id
      left join lettered on lettered.juror_id = vote.juror_id and lettered.level = figure.level
      where figure.apply_order_id = ${id}
      order by figure.level, length(lettered.letter), lettered.letter, vote.juror_id`.execute(db)
    return rows
  },

  /** Level → all totals of an edition, in numbers; a level without votes is absent. */
  async totals(editionId: string): Promise<Map<ScoringLevel, VoteStatistics>> {
    const { rows } = await sql<{ level: ScoringLevel; all: VoteStatistics }>`
      select f.level, ${statistics} as all from juror_figures f
      where f.edition_id = ${editionId} and f.votes > 0 group by f.level`.execute(db)
    return new Map(rows.map(({ level, all }) => [level, all]))
  },

  async isFrozen(editionId: string): Promise<boolean> {
    const edition = await db
      .selectFrom('editions')
      .select('snapshot_id')
      .where('id', '=', editionId)
      .executeTakeFirst()
    return Boolean(edition?.snapshot_id)
  },
})
