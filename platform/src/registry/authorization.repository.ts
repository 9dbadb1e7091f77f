import type { AuditEntry, Channel } from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'

export type AuditAction =
  | 'publish'
  | 'promote'
  | 'propose'
  | 'approve'
  | 'rollback'
  | 'remove'
  | 'retire'
  | 'token'
  | 'shell'
  | 'staff'
  | 'advance'
  | 'stop'
  | 'owner'
  | 'hold'

type NewAuditEntry = {
  readonly at: Date
  readonly actor: string
  readonly action: AuditAction
  readonly outcome?: 'done' | 'refused'
  readonly name?: string | null
  readonly channel?: string | null
  /** Set if a deployment changed; rows with a revision are the history of a channel. */
  readonly revision?: number
  readonly detail?: Record<string, unknown>
  readonly reason?: string
}

/** Replaces NUL and lone surrogates, which `jsonb` refuses, so that every attempt can be recorded. */
const storable = (detail: object) =>
  JSON.stringify(detail).replaceAll(/\\u(?:0000|d[89a-f]..)/g, '\\ufffd')

/** The audit log `mfe_audit` of actions done and refused. Append-only: a trigger refuses updates and deletes. */
export const registryAuditRepository = (db: Db) => ({
  async record({ outcome = 'done', name = null, channel = null, ...fact }: NewAuditEntry) {
    await db
      .insertInto('mfe_audit')
      .values({
        at: fact.at,
        actor: fact.actor,
        action: fact.action,
        outcome,
        name,
        channel,
        revision: fact.revision ?? null,
        detail: storable(fact.detail ?? {}),
        reason: fact.reason ?? '',
      })
      .execute()
  },

  /** A page of the log, newest first. Rows without a channel (publications) appear in every channel. */
  async page(channel: Channel, before: string | undefined, size: number): Promise<AuditEntry[]> {
    const rows = await db
      .selectFrom('mfe_audit')
      .selectAll()
      .where((where) => where.or([where('channel', '=', channel), where('channel', 'is', null)]))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
    return rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      outcome: row.outcome === 'done' ? 'done' : 'refused',
      detail: row.detail as Record<string, unknown>,
    }))
  },

  /** Deployments of a remote in a channel, newest first. */
  async deployments(channel: Channel, name: string, limit = 1_000) {
    return db
      .selectFrom('mfe_audit')
      .select(['revision', 'actor', 'at', 'detail'])
      .where('channel', '=', channel)
      .where('name', '=', name)
      .where('revision', 'is not', null)
      .orderBy('revision', 'desc')
      .limit(limit)
      .execute()
  },
})

/** The table `mfe_tokens`: deploy tokens by SHA-256 hash. */
export const tokensRepository = (db: Db) => ({
  add: (token: {
    hash: Buffer
    scope: string
    owner: string
    created_at: Date
    expires_at?: Date
  }) => db.insertInto('mfe_tokens').values(token).returning('id').executeTakeFirstOrThrow(),

  list: () => db.selectFrom('mfe_tokens').selectAll().orderBy('id').execute(),

  byHash: (hash: Buffer) =>
    db.selectFrom('mfe_tokens').selectAll().where('hash', '=', hash).executeTakeFirst(),

  byId: (id: string) =>
    db.selectFrom('mfe_tokens').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Updates `last_used_at` unless it is `unlessSince` or later, to write at most once per interval. */
  async noteUse(id: string, now: Date, unlessSince: Date) {
    await db
      .updateTable('mfe_tokens')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where((where) =>
        where.or([where('last_used_at', 'is', null), where('last_used_at', '<', unlessSince)]),
      )
      .execute()
  },

  /** Removes tokens of browsers that ended before `expiry`. */
  async deleteExpired(expiry: Date) {
    await db.deleteFrom('mfe_tokens').where('expires_at', '<', expiry).execute()
  },

  /** Revokes a token; undefined if it does not exist or is revoked already. */
  revoke: (id: string, now: Date) =>
    db
      .updateTable('mfe_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'scope', 'owner'])
      .executeTakeFirst(),
})

/** Whose link it is, and the remote that the browser may change: `*` is any, `none` is no one. */
export type StaffLink = { readonly owner: string; readonly scope: string }

/** The table `mfe_staff_links`: links that work once; only the hash of the token is stored. */
export const staffLinksRepository = (db: Db) => ({
  async add(link: StaffLink & { hash: Buffer; expires_at: Date }) {
    await db.insertInto('mfe_staff_links').values(link).execute()
  },

  /** For whom an unused, unexpired link is. */
  find: (hash: Buffer, now: Date): Promise<StaffLink | undefined> =>
    db
      .selectFrom('mfe_staff_links')
      .select(['owner', 'scope'])
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst(),

  /** Marks a link as used and returns for whom it was. Atomic: of two concurrent uses one succeeds. */
  redeem: (hash: Buffer, now: Date): Promise<StaffLink | undefined> =>
    db
      .updateTable('mfe_staff_links')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['owner', 'scope'])
      .executeTakeFirst(),

  async deleteBefore(expiry: Date) {
    await db.deleteFrom('mfe_staff_links').where('expires_at', '<', expiry).execute()
  },
})
