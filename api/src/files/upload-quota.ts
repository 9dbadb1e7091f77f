import { sql } from 'kysely'
import { UPLOAD_QUOTA_BYTES } from '@awards/shared/domain'
import type { Db } from '../db/database.ts'
import { refused } from './refused.ts'
import { storedFilesRepository } from './stored-files.repository.ts'

type Room = {
  owner: string
  bytes: number
  now: Date
  /** A file that is counted anew. */
  except?: string
}

/**
 * Refuses what would not fit into a person's share of the disk, what is announced included. Within a
 * transaction nobody else's announcement of the same person comes between the look and the entry.
 */
export async function takeRoom(db: Db, { owner, bytes, now, except = '0' }: Room) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${owner}`}, 0))`.execute(db)
  const used = await storedFilesRepository(db).bytesOf(owner, now, except)
  if (used + bytes <= UPLOAD_QUOTA_BYTES) return
  throw refused(
    'Your files have reached 2 GB, the most for one account. Please write to us, and we make room.',
  )
}
