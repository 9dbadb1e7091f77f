import { sql, type Transaction } from 'kysely'
import { UPLOAD_QUOTA_BYTES } from '@awards/shared/domain'
import type { DB } from '../../db/schema.gen.ts'
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
 * Refuses what would not fit into a person's share of the disk, what is announced included. It takes a
 * transaction, in which the entry is written too: until its end no other announcement of the person is looked at.
 */
export async function takeRoom(trx: Transaction<DB>, { owner, bytes, now, except = '0' }: Room) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${owner}`}, 0))`.execute(trx)
  const used = await storedFilesRepository(trx).bytesOf(owner, now, except)
  if (used + bytes <= UPLOAD_QUOTA_BYTES) return
  throw refused(
    'Your files have reached 2 GB, the most for one account. Please write to us, and we make room.',
  )
}
