import { POLICY_TYPES } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The jury agreement, and the affiliations that jurors declare when they sign it. */
export const agreementRepository = (db: Db) => ({
  /** The version in force, by the same rule as `seatOfActor`. */
  inForce: (now: Date) =>
    db
      .selectFrom('policies')
      .select(['version', 'title', 'html'])
      .where('type', '=', POLICY_TYPES.jury)
      .where('effective_at', '<=', now.toISOString().slice(0, 10))
      .orderBy('effective_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The signature and the affiliations of a juror. */
  findStatement: (jurorId: string) =>
    db
      .selectFrom('jurors')
      .select(['agreement_version', 'agreement_signed_at', 'affiliations', 'email_domains'])
      .where('id', '=', jurorId)
      .executeTakeFirstOrThrow(),

  /** Stores the signature; a trigger then detects conflicts from the affiliations. */
  async sign(
    jurorId: string,
    statement: { version: string; affiliations: string[]; email_domains: string[] },
    now: Date,
  ) {
    const { version, affiliations, email_domains } = statement
    await db
      .updateTable('jurors')
      .set({
        agreement_version: version,
        agreement_signed_at: now,
        affiliations,
        email_domains,
      })
      .where('id', '=', jurorId)
      .execute()
  },

  /** Number of entries that are hidden from a juror by a conflict. */
  async conflictCount(jurorId: string): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from conflicts
      where juror_id = ${jurorId} and state = 'standing'`.execute(db)
    return rows[0]?.total ?? 0
  },
})
