import { POLICY_TYPES } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import { mark, prepared } from '../db/prepared.ts'
import { together } from '../db/together.ts'
import type { Actor } from './actor.ts'

/** A session that nobody has used for so long has ended, before its thirty days are over. */
export const IDLE_DAYS = 14
const DAY_MS = 86_400_000
// A use is written down at most this often.
const NOTE_MS = 600_000

/** Sessions whose last use lies before this have ended. */
export const idleSince = (now: Date) => new Date(now.getTime() - IDLE_DAYS * DAY_MS)

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** The seat of a row `j` of the jurors, as an actor carries it. */
export const seatOfActor = (now: Date) => seatOn(dayOf(now))

const seatOn = (day: unknown): RawBuilder<Actor['juror']> => sql`jsonb_build_object(
  'id', j.id::text, 'level', j.level, 'capabilities', j.capabilities,
  'category_ids', array(
    select c.category_id::text from juror_categories c where c.juror_id = j.id),
  'agreement_signed', coalesce((
    select p.version is not distinct from j.agreement_version from policies p
    where p.type = ${POLICY_TYPES.jury} and p.effective_at <= ${day}
    order by p.effective_at desc, p.id desc limit 1), true))`

/** Somebody with a session, and whether its use is to be noted again. */
type Found<A extends Actor> = { actor: A; is_due: boolean }
type Question = { digest: Buffer; now: Date }
/** The person behind a token; undefined where it opens no session. */
export type FindActor<A extends Actor = Actor> = (
  db: Db,
  digest: Buffer,
  now: Date,
) => Promise<Found<A> | undefined>

/**
 * Finds actors with further columns of the account `u` and the juror `j`: one indexed join, no cache, so that a
 * revocation acts at once. The driver takes longer for a dozen columns than for one that holds them all.
 */
export function actorFinder<A extends Actor>(columns = sql``): FindActor<A> {
  const statement = (db: Db) =>
    prepared(db, {
      compile: () =>
        sql<Found<A> & { place: number }>`
          select asked.place::int as place, row_to_json(actor) as actor,
            s.last_used_at <= ${mark('due')} as is_due
          from unnest(${mark('digests')}::bytea[]) with ordinality as asked(digest, place)
          join sessions s on s.token_hash = asked.digest
          cross join lateral (
            select u.id::text as id, u.identity, u.email,
              u.first_name || ' ' || u.last_name as display_name, u.language,
              case when j.id is null then null else ${seatOn(mark('day'))} end as juror ${columns}
            from users u left join jurors j on j.user_id = u.id and j.is_active
            where u.id = s.user_id and u.status = 'active'
          ) actor
          where s.revoked_at is null and s.expires_at > ${mark('now')}
            and s.last_used_at > ${mark('idle')}`.compile(db),
    })
  const finder = (db: Db) => {
    const find = statement(db)
    return together<Question, Found<A>>(async (questions) => {
      const digests = questions.map(({ digest }) => digest)
      const now = questions.at(-1)?.now ?? new Date()
      const [idle, due] = [idleSince(now), new Date(now.getTime() - NOTE_MS)]
      const times = { now: now.toISOString(), idle: idle.toISOString(), due: due.toISOString() }
      const found: Found<A>[] = []
      for (const row of await find({ digests, day: dayOf(now), ...times })) {
        found[row.place - 1] = row
      }
      return found
    })
  }
  const finders = new WeakMap<Db, ReturnType<typeof finder>>()

  return (db, digest, now) => {
    const find = finders.get(db) ?? finder(db)
    finders.set(db, find)
    return find({ digest, now })
  }
}

/** The person behind a token. */
export const findActor = actorFinder<Actor>()

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
export async function noteUse(db: Db, digest: Buffer, now: Date) {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', digest)
    .execute()
}
