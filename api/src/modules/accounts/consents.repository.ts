import type { ConsentKind } from '@awards/shared/domain'
import { CONSENT_KINDS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

/** A word that somebody gave, and the version of the text it was given on. */
export type Consent = { kind: ConsentKind; given: boolean; version: string | null; at: Date }

/** What people agreed to or declined, for the pool or a transaction; rows are only ever added. */
export const consentsRepository = (db: Db) => ({
  async add(userId: string, consents: readonly Consent[]) {
    const rows = consents.map((consent) => ({ user_id: userId, ...consent }))
    await db.insertInto('consents').values(rows).execute()
  },

  /** The newest word on each kind. */
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
