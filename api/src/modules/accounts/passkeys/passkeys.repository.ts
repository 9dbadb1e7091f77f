import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PasskeyChallenges, Passkeys } from '../../../db/schema.gen.ts'

export type PasskeyRecord = Selectable<Passkeys>
export type ChallengeRecord = Selectable<PasskeyChallenges>

/** The table `passkeys`. */
export const passkeysRepository = (db: Db) => ({
  add: (passkey: Insertable<Passkeys>): Promise<PasskeyRecord> =>
    db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow(),

  /** Passkeys of a user, the oldest first. */
  ofUser: (userId: string): Promise<PasskeyRecord[]> =>
    db
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  findByCredential: (credentialId: Buffer): Promise<PasskeyRecord | undefined> =>
    db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst(),

  /** Compare and set of the counter; false if it did not grow. Devices that do not count always give 0. */
  async noteUse(id: string, use: { counter: number; is_backed_up: boolean; at: Date }) {
    const { counter, is_backed_up, at } = use
    const result = await db
      .updateTable('passkeys')
      .set({ counter, is_backed_up, last_used_at: at })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },

  /** Refuses the passkey from now on; false if it was refused already. */
  async stop(id: string, at: Date) {
    const result = await db
      .updateTable('passkeys')
      .set({ stopped_at: at })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },

  async rename(id: string, name: string) {
    await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
  },

  async remove(id: string) {
    await db.deleteFrom('passkeys').where('id', '=', id).execute()
  },

  async removeAll(userId: string) {
    await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  },
})

/** The table `passkey_challenges`. */
export const challengesRepository = (db: Db) => ({
  async add(challenge: Insertable<PasskeyChallenges>) {
    await db.insertInto('passkey_challenges').values(challenge).execute()
  },

  /** Marks a challenge as used, once; undefined if it is unknown or was used. */
  use: (digest: Buffer, at: Date): Promise<ChallengeRecord | undefined> =>
    db
      .updateTable('passkey_challenges')
      .set({ used_at: at })
      .where('challenge_hash', '=', digest)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),

  async isKnown(digest: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('passkey_challenges')
      .select('used_at')
      .where('challenge_hash', '=', digest)
      .executeTakeFirst()
    return row !== undefined
  },
})
