import { POLICY_TYPES } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Actor } from './actor.ts'

/** A session that nobody has used for so long has ended, before its thirty days are over. */
export const IDLE_DAYS = 14
const DAY_MS = 86_400_000
// A use is written down at most this often.
const NOTE_MS = 600_000

/** Sessions whose last use lies before this have ended. */
export const idleSince = (now: Date) => new Date(now.getTime() - IDLE_DAYS * DAY_MS)

/** The seat of a row `j` of the jurors, as an actor carries it. */
export const seatOfActor = (now: Date): RawBuilder<Actor['juror']> => sql`jsonb_build_object(
  'id', j.id::text, 'level', j.level, 'capabilities', j.capabilities,
  'category_ids', array(
    select c.category_id::text from juror_categories c where c.juror_id = j.id),
  'agreement_signed', coalesce((
    select p.version is not distinct from j.agreement_version from policies p
    where p.type = ${POLICY_TYPES.jury} and p.effective_at <= ${now.toISOString().slice(0, 10)}
    order by p.effective_at desc, p.id desc limit 1), true))`

type Found = { actor: Actor; last_used_at: Date }

/** The person behind a token: one indexed join, no cache, so that a revocation acts at once. */
export async function findActor(db: Db, digest: Buffer, now: Date): Promise<Found | undefined> {
  const { rows } = await sql<Actor & { last_used_at: Date }>`
    select s.last_used_at, u.id, u.identity, u.email,
      u.first_name || ' ' || u.last_name as display_name, u.language,
      case when j.id is null then null else ${seatOfActor(now)} end as juror
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    left join jurors j on j.user_id = u.id and j.is_active
    where s.token_hash = ${digest} and s.revoked_at is null and s.expires_at > ${now}
      and s.last_used_at > ${idleSince(now)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { last_used_at, ...actor } = row
  return { actor, last_used_at }
}

/** When a code by e-mail last stood for the person of a session. */
export async function provenAt(db: Db, digest: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('proven_at')
    .where('token_hash', '=', digest)
    .executeTakeFirst()
  return row?.proven_at ?? null
}

/** Notes that a session is in use, so that it does not count as idle. */
export async function noteUse(db: Db, digest: Buffer, { last_used_at: last }: Found, now: Date) {
  if (now.getTime() - last.getTime() < NOTE_MS) return
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', digest)
    .execute()
}
