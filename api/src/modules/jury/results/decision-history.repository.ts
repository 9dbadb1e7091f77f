import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** A step of the decision on an entry, for those who run the jury. */
export type DecisionStep = {
  kind: string
  award_id: string | null
  award_code: string | null
  award_name: unknown
  reason: string | null
  by: string | null
  at: Date
}

/** How the decision on an entry came about and ended, the latest step first. */
export async function decisionHistory(db: Db, entryId: string): Promise<DecisionStep[]> {
  const { rows } = await sql<DecisionStep>`
    select d.kind, award.id as award_id, award.code as award_code, award.name as award_name,
      nullif(d.reason, '') as reason,
      coalesce(juror.name, person.first_name || ' ' || person.last_name) as by, d.at
    from decisions d
    left join award_levels award on award.id = d.award_id
    left join users person on person.id = d.by_user_id
    left join jurors juror on juror.user_id = d.by_user_id
    where d.apply_order_id = ${entryId} order by d.at desc, d.id desc`.execute(db)
  return rows
}
