import type { Db } from '../../db/database.ts'

/** Stores the image licence consent for entries that have none yet. */
export async function recordLicences(
  db: Db,
  userId: string,
  entryIds: readonly string[],
  now: Date,
): Promise<void> {
  const version = await regulationsInForce(db, now)
  const known = await db
    .selectFrom('consents')
    .select('subject')
    .where('user_id', '=', userId)
    .where('kind', '=', 'image_licence')
    .where('subject', 'in', [...entryIds])
    .execute()
  const fresh = entryIds.filter((id) => !known.some(({ subject }) => subject === id))
  if (fresh.length === 0) return
  await db
    .insertInto('consents')
    .values(
      fresh.map((id) => ({
        user_id: userId,
        kind: 'image_licence',
        given: true,
        version,
        subject: id,
        at: now,
      })),
    )
    .execute()
}

/** Version of the regulations in force on the day, to which an entrant agrees by submitting. */
async function regulationsInForce(db: Db, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('regulation_versions')
    .select('version')
    .where('effective_at', '<=', now.toISOString().slice(0, 10))
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.version ?? null
}
