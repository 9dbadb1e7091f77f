import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import { seatOfActor } from '../../http/actor.repository.ts'
import type { Db } from '../../db/database.ts'

/** A juror by the account, as `authenticate` would know them. */
export async function findJuror(db: Db, userId: string, now: Date): Promise<Actor | undefined> {
  const { rows } = await sql<Actor>`
    select u.id, u.identity, u.email, u.first_name || ' ' || u.last_name as display_name, u.language,
      ${seatOfActor(now)} as juror
    from users u join jurors j on j.user_id = u.id and j.is_active
    where u.id = ${userId} and u.status = 'active'`.execute(db)
  return rows[0]
}
