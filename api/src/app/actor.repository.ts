import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Actor } from './actor.ts'

/** The person behind a token: one indexed join, no cache, so that a revocation acts at once. */
export async function findActor(db: Db, digest: Buffer, now: Date): Promise<Actor | undefined> {
  const { rows } = await sql<Actor>`
    select u.id, u.identity, u.email, u.display_name, u.language,
      case when j.id is null then null else json_build_object(
        'id', j.id::text, 'level', j.level,
        'category_ids', array(select unnest(j.category_ids)::text),
        'capabilities', j.capabilities) end as juror
    from sessions s
    join users u on u.id = s.user_id and u.status = 1
    left join jurors j on j.user_id = u.id and j.active
    where s.token_hash = ${digest} and s.revoked_at is null and s.expires_at > ${now}`.execute(db)
  return rows[0]
}
