import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { OidcAttempts, OidcIdentities } from '../../../db/schema.gen.ts'

export type IdentityRecord = Selectable<OidcIdentities>
export type AttemptRecord = Selectable<OidcAttempts>

/** The table `oidc_identities`. */
export const oidcIdentitiesRepository = (db: Db) => ({
  find: (issuer: string, subject: string): Promise<IdentityRecord | undefined> =>
    db
      .selectFrom('oidc_identities')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst(),

  /** Identities of a user, the oldest first. */
  ofUser: (userId: string): Promise<IdentityRecord[]> =>
    db
      .selectFrom('oidc_identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('linked_at')
      .orderBy('id')
      .execute(),

  /** Adds an identity; false if it is linked already, to whomever. */
  async add(identity: Insertable<OidcIdentities>): Promise<boolean> {
    const result = await db
      .insertInto('oidc_identities')
      .values(identity)
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst()
    return result.numInsertedOrUpdatedRows === 1n
  },

  async noteUse(id: string, at: Date) {
    await db.updateTable('oidc_identities').set({ last_used_at: at }).where('id', '=', id).execute()
  },

  async remove(id: string) {
    await db.deleteFrom('oidc_identities').where('id', '=', id).execute()
  },

  async removeAll(userId: string) {
    await db.deleteFrom('oidc_identities').where('user_id', '=', userId).execute()
  },
})

/** The table `oidc_attempts`. */
export const oidcAttemptsRepository = (db: Db) => ({
  async add(attempt: Insertable<OidcAttempts>) {
    await db.insertInto('oidc_attempts').values(attempt).execute()
  },

  /** Uses the state up, once, in the browser that has begun with this provider; undefined otherwise. */
  return: (
    given: { state: Buffer; browser: Buffer; provider: string },
    at: Date,
  ): Promise<AttemptRecord | undefined> =>
    db
      .updateTable('oidc_attempts')
      .set({ returned_at: at })
      .where('state_hash', '=', given.state)
      .where('browser_hash', '=', given.browser)
      .where('provider', '=', given.provider)
      .where('returned_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),

  async note(state: Buffer, change: Updateable<OidcAttempts>) {
    await db.updateTable('oidc_attempts').set(change).where('state_hash', '=', state).execute()
  },

  /** The attempt of a browser that has come back: the one of the given state, or the last to return. */
  current: (browser: Buffer, state?: Buffer): Promise<AttemptRecord | undefined> =>
    db
      .selectFrom('oidc_attempts')
      .selectAll()
      .where('browser_hash', '=', browser)
      .where('returned_at', 'is not', null)
      .$if(state !== undefined, (query) => query.where('state_hash', '=', state ?? Buffer.alloc(0)))
      .orderBy('returned_at', 'desc')
      .executeTakeFirst(),

  /** Marks what came back as used, once. */
  async finish(state: Buffer, at: Date): Promise<boolean> {
    const result = await db
      .updateTable('oidc_attempts')
      .set({ done_at: at })
      .where('state_hash', '=', state)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },
})
