import {
  EDITION_STATUS,
  POLICY_TYPES,
  type ApiScope,
  type Identity,
  type Language,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import { statusList } from '../db/status-list.repository.ts'
import type { Actor, ActorKey } from './actor.ts'
import { DAY_MS } from '../lib/time.ts'

/** Idle timeout of a session in days; its absolute lifetime is 30 days. */
const IDLE_DAYS = 14
// Throttles writes of `last_used_at`.
const TOUCH_INTERVAL_MS = 600_000

/** Sessions last used before this time have expired. */
export const idleSince = (now: Date) => new Date(now.getTime() - IDLE_DAYS * DAY_MS)

/** SQL expression for `Actor['juror']` from a row `j` of `jurors`. */
const jurorOfActor = (now: Date): RawBuilder<Actor['juror']> => sql`jsonb_build_object(
  'id', j.id::text, 'level', j.level, 'capabilities', j.capabilities,
  'category_ids', array(
    select c.category_id::text from juror_categories c where c.juror_id = j.id),
  'agreement_signed', coalesce((
    select p.version is not distinct from j.agreement_version from policies p
    where p.type = ${POLICY_TYPES.jury} and p.effective_at <= ${now.toISOString().slice(0, 10)}
    order by p.effective_at desc, p.id desc limit 1), true))`

/** SQL expression for `Actor['rights']` of the row `u` of `users`. */
const rightsOfActor = sql<Actor['rights']>`array(
  select held.name from account_rights held where held.user_id = u.id order by held.name)`

/**
 * SQL expression: judging is open, in which the juror of a row takes part. Seats are not of one edition, so any
 * edition between the first score and its publication counts.
 */
export const isJudgingOpen = sql<boolean>`exists (select from editions
  where status in ${statusList(EDITION_STATUS.judging, EDITION_STATUS.embargo)})`
const areRightsResting = sql<boolean>`j.id is not null
  and exists (select from account_rights held where held.user_id = u.id) and ${isJudgingOpen}`

/**
 * SQL expression for `Actor['seen_by']` of the session `s`: null for the person's own session.
 */
const onlookerOfSession = sql<Actor['seen_by']>`(
  select jsonb_build_object('id', onlooker.id::text, 'identity', onlooker.identity,
    'name', onlooker.first_name || ' ' || onlooker.last_name,
    'until', to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from users onlooker where onlooker.id = s.seen_by)`

/**
 * A session in which somebody is seen as another person lives as long as both sides stay what they were: the person
 * an entrant without any right, the other one an organiser whose rights do not rest.
 */
const mayBeSeen = sql<boolean>`(s.seen_by is null or (
  u.identity = 0 and j.id is null and not exists (select from account_rights held where held.user_id = u.id)
  and exists (select from users onlooker join account_rights held
      on held.user_id = onlooker.id and held.name = 'organise'
    where onlooker.id = s.seen_by and onlooker.status = 'active' and not (${isJudgingOpen} and exists (
      select from jurors seat where seat.user_id = onlooker.id and seat.is_active)))))`

/** An actor; `is_due` if `last_used_at` of the session should be updated. */
type FoundActor<A extends Actor> = A & { is_due: boolean }
/** Finds the actor of a session by its token hash; undefined without a live session. */
export type FindActor<A extends Actor = Actor> = (
  db: Db,
  digest: Buffer,
  now: Date,
) => Promise<FoundActor<A> | undefined>

/** Columns of an actor but `seen_by`, from a row `u` of `users` and a row or none `j` of `jurors`. */
const actorColumns = (now: Date) =>
  [
    'u.id',
    'u.identity',
    'u.email',
    'u.language',
    sql<string>`u.first_name || ' ' || u.last_name`.as('display_name'),
    rightsOfActor.as('rights'),
    areRightsResting.as('are_rights_resting'),
    sql<Actor['juror']>`case when j.id is not null then ${jurorOfActor(now)} end`.as('juror'),
  ] as const

/** Selects live session and user in one indexed join; not cached, so that a revocation takes effect at once. */
export const actorQuery = (db: Db, digest: Buffer, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('jurors as j', (join) =>
      join.onRef('j.user_id', '=', 'u.id').on('j.is_active', '=', true),
    )
    .select([
      ...actorColumns(now),
      onlookerOfSession.as('seen_by'),
      sql<boolean>`s.last_used_at <= ${new Date(now.getTime() - TOUCH_INTERVAL_MS)}`.as('is_due'),
    ])
    .$narrowType<{ identity: Identity; language: Language }>()
    .where('s.token_hash', '=', digest)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince(now))
    .where('u.status', '=', 'active')
    .where(mayBeSeen)

/** Finds the actor of a live session. */
export const findActor: FindActor = (db, digest, now) =>
  actorQuery(db, digest, now).executeTakeFirst()

/** The actor of an active juror by user ID, for signed links that come without a session; undefined without a seat. */
export async function findJuror(db: Db, userId: string, now: Date): Promise<Actor | undefined> {
  const { rows } = await sql<Actor>`
    select u.id, u.identity, u.email, u.first_name || ' ' || u.last_name as display_name, u.language,
      ${rightsOfActor} as rights, ${areRightsResting} as are_rights_resting,
      ${jurorOfActor(now)} as juror
    from users u join jurors j on j.user_id = u.id and j.is_active
    where u.id = ${userId} and u.status = 'active'`.execute(db)
  return rows[0]
}

/** When the session last passed step-up authentication (code by e-mail); null if never. */
export async function lastStepUp(db: Db, digest: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('proven_at')
    .where('token_hash', '=', digest)
    .executeTakeFirst()
  return row?.proven_at ?? null
}

/** A key with its owner; `status` is the account's. `is_due` if the hour of the last use has passed. */
export type FoundKey = Actor & {
  key: ActorKey
  status: string
  expires_at: Date
  revoked_at: Date | null
  is_due: boolean
}

/** Finds a key by its hash, also one that does not work any more, with its owner. */
export async function findKey(db: Db, digest: Buffer, now: Date): Promise<FoundKey | undefined> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .leftJoin('jurors as j', (join) =>
      join.onRef('j.user_id', '=', 'u.id').on('j.is_active', '=', true),
    )
    .select([
      ...actorColumns(now),
      'u.status',
      'k.id as key_id',
      'k.prefix',
      'k.scopes',
      'k.expires_at',
      'k.revoked_at',
      sql<boolean>`k.last_used_at is null or k.last_used_at < date_trunc('hour', ${now}::timestamptz)`.as(
        'is_due',
      ),
    ])
    .$narrowType<{ identity: Identity; language: Language; scopes: ApiScope[] }>()
    .where('k.key_hash', '=', digest)
    .executeTakeFirst()
  if (!row) return undefined
  const { key_id: id, prefix, scopes, ...owner } = row
  return { ...owner, key: { id, prefix, scopes } }
}

/** Notes the hour in which a key was used. */
export async function touchKey(db: Db, id: string, now: Date) {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`date_trunc('hour', ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Updates `last_used_at`, so that the session does not expire as idle. */
export async function touchSession(db: Db, digest: Buffer, now: Date) {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', digest)
    .execute()
}
