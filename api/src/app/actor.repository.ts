import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Actor } from './actor.ts'

/** The person behind a token: one indexed join, no cache, so that a revocation acts at once. */
export async function findActor(db: Db, digest: Buffer, now: Date): Promise<Actor | undefined> {
  const { rows } = await sql<Actor>`
    select u.id, u.identity, u.email, u.first_name || ' ' || u.last_name as display_name, u.language,
      case when j.id is null then null else jsonb_build_object(
        'id', j.id::text, 'level', j.level, 'capabilities', j.capabilities,
        'category_ids', array(
          select c.category_id::text from juror_categories c where c.juror_id = j.id)) end as juror
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    left join jurors j on j.user_id = u.id and j.is_active
    where s.token_hash = ${digest} and s.revoked_at is null and s.expires_at > ${now}`.execute(db)
  return rows[0]
}
