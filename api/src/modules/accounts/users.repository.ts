import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import {
  CONSENT_KINDS,
  WINNER_FEE_STATUS,
  ASSIGNMENT_STATUS,
  type ConsentKind,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Codes, Users, EmailCodes } from '../../db/schema.gen.ts'
import { statusList } from '../../db/status-list.repository.ts'
import { actorQuery, type FindActor } from '../../http/actor.repository.ts'
import type { Actor } from '../../http/actor.ts'
import { statusSql } from '../entries/entry-status.repository.ts'

/** Types of the policies that users accept (domain page §2.4). */
export const POLICY = { privacy: 2, terms: 3 } as const

export type UserRow = Selectable<Users>

const activeUser = (db: Db) => db.selectFrom('users').selectAll().where('status', '=', 'active')

/** The table `users`, and codes that a registration may name. */
export const usersRepository = (db: Db) => ({
  findByEmail: (email: string): Promise<UserRow | undefined> =>
    db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

  find: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

  add: (user: Insertable<Users>): Promise<UserRow> =>
    db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow(),

  async change(id: string, change: Updateable<Users>) {
    await db.updateTable('users').set(change).where('id', '=', id).execute()
  },

  /** Locks an active account until the transaction ends; undefined if it has been erased. */
  lock: (id: string): Promise<UserRow | undefined> =>
    activeUser(db).where('id', '=', id).forUpdate().executeTakeFirst(),

  /** As `lock`, by the address; undefined where no active account has it, also since a moment ago. */
  lockByEmail: (email: string): Promise<UserRow | undefined> =>
    activeUser(db).where('email', '=', email).forUpdate().executeTakeFirst(),

  /** As `lock`, for changes that leave the address: what refers to the account meanwhile does not wait. */
  lockForSignIn: (id: string): Promise<UserRow | undefined> =>
    activeUser(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /** Share-locks the account until the transaction ends, so that it stays an entrant's; false for a juror. */
  async lockEntrant(id: string): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('identity', '=', 0)
      .where('status', '=', 'active')
      .forShare()
      .executeTakeFirst()
    return row !== undefined
  },

  /** The rights of an account for the programme. */
  async rightsOf(id: string): Promise<string[]> {
    const rows = await db
      .selectFrom('account_rights')
      .select('name')
      .where('user_id', '=', id)
      .execute()
    return rows.map(({ name }) => name)
  },

  /** Version of the policy in force, which users accept. */
  async policyVersion(type: number, now: Date): Promise<string | null> {
    const row = await db
      .selectFrom('policies')
      .select('version')
      .where('type', '=', type)
      .where('effective_at', '<=', now.toISOString().slice(0, 10))
      .orderBy('effective_at', 'desc')
      .executeTakeFirst()
    return row?.version ?? null
  },

  findCode: (code: string): Promise<Selectable<Codes> | undefined> =>
    db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst(),
})

/** A consent that was given or declined, with the version of the text. */
export type Consent = { kind: ConsentKind; given: boolean; version: string | null; at: Date }

/** The append-only table `consents`. */
export const consentsRepository = (db: Db) => ({
  async add(userId: string, consents: readonly Consent[]) {
    const rows = consents.map((consent) => ({ user_id: userId, ...consent }))
    await db.insertInto('consents').values(rows).execute()
  },

  /** The newest consent of each kind. */
  async newest(userId: string): Promise<Consent[]> {
    const rows = await db
      .selectFrom('consents')
      .distinctOn('kind')
      .select(['kind', 'given', 'version', 'at'])
      .where('user_id', '=', userId)
      .orderBy('kind')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return CONSENT_KINDS.flatMap((kind) =>
      rows.filter((row) => row.kind === kind).map((row) => ({ ...row, kind })),
    )
  },
})

/** The signed-in user with the fields that every page shows. */
export type AccountActor = Actor & {
  readonly first_name: string
  readonly last_name: string
  readonly company: string | null
  readonly country: string | null
  readonly account_type: number
  /** Badge count: for an entrant requested corrections and open offers; for a juror unopened assignments. */
  readonly unread: number
}

/** Loads the user of a session token with account fields and badge count, in one statement. */
export const findAccount: FindActor<AccountActor> = (db, digest, now) =>
  actorQuery(db, digest, now)
    .select([
      'u.first_name',
      'u.last_name',
      'u.company',
      'u.country',
      'u.account_type',
      sql<number>`case when j.id is null then (
        select count(*)::int from apply_orders e
        where e.user_id = u.id and (e.entry_status = ${statusSql('correction_requested')}
          or e.winner_fee_status = ${statusList(WINNER_FEE_STATUS.offered)})
      ) else (
        select count(*)::int from assignments a
        where a.juror_id = j.id and a.status = ${statusList(ASSIGNMENT_STATUS.assigned)}
      ) end`.as('unread'),
    ])
    .executeTakeFirst()

type EmailCodeRow = Selectable<EmailCodes>

/** The table `email_codes`. */
export const emailCodesRepository = (db: Db) => ({
  async add(code: Insertable<EmailCodes>) {
    await db.insertInto('email_codes').values(code).execute()
  },

  /** Id of the newest code of an address, used or not; undefined without one. */
  async newestId(email: string, scene: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('email_codes')
      .select('id')
      .where('email', '=', email)
      .where('scene', '=', scene)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  },

  /** Counts a try on the newest unused code of an address; only the newest can be used. */
  async tryLatest(email: string, scene: string): Promise<EmailCodeRow | undefined> {
    return db
      .updateTable('email_codes')
      .set({ tries: sql`least(tries + 1, 100)` })
      .where('id', '=', (where) =>
        where
          .selectFrom('email_codes')
          .select('id')
          .where('email', '=', email)
          .where('scene', '=', scene)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  },

  /** Decrements the number of tries. */
  async giveBack(id: string) {
    await db
      .updateTable('email_codes')
      .set({ tries: sql`greatest(tries - 1, 0)` })
      .where('id', '=', id)
      .execute()
  },

  /** Marks the code as used; false if a concurrent request was first. */
  async use(id: string, at: Date): Promise<boolean> {
    const result = await db
      .updateTable('email_codes')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },
})
