import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import { actorFinder } from '../../http/actor.repository.ts'

/** Somebody who is signed in, with what the site shows of an account on each page. */
export type AccountActor = Actor & {
  readonly first_name: string
  readonly last_name: string
  readonly company: string | null
  readonly country: string | null
  readonly account_type: number
  /** For an entrant corrections asked for and open offers; for a juror assigned entries never opened. */
  readonly unread: number
}

/** The person behind a token with the account and what waits, in one statement. */
export const findAccount = actorFinder<AccountActor>(sql`,
  u.first_name, u.last_name, u.company, u.country, u.account_type,
  case when j.id is null then (
    select count(*)::int from apply_orders e
    where e.user_id = u.id and (e.entry_status = 25 or e.winner_fee_status = 1)
  ) else (
    select count(*)::int from assignments a where a.juror_id = j.id and a.status = 0
  ) end as unread`)
