import { statfs } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import { UPLOAD_QUOTA_BYTES } from '@awards/shared/domain'
import type { DB } from '../../db/schema.gen.ts'
import { BusinessError } from '../../http/business-error.ts'
import { errorCode } from '../../lib/errors.ts'
import { storedFilesRepository } from './stored-files.repository.ts'

/** The refusal of a file: one sentence that says what to do instead. */
export const uploadRefused = (message: string) => new BusinessError(422, { file: [message] })

/** The bytes are not those that were announced; they may be sent again to the same address. */
export const uploadDamaged = () =>
  new BusinessError(
    422,
    { file: ['The file was damaged on its way. Please send it again.'] },
    { reason: 'DAMAGED' },
  )

export const uploadTooLarge = (limit: number) =>
  uploadRefused(
    `This file is larger than ${Math.round(limit / 1_048_576)} MB. Please send a smaller one.`,
  )

/** What is made of a picture takes at most as much again. */
const SIZES = 2

/** Bytes that are free where a folder lies; a folder that is not there yet has nothing to say. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  return found ? found.bavail * found.bsize : Infinity
}

/**
 * Refuses a file that would leave less than `reserve` bytes free: drafts, payments and scores are small, lie
 * on the same disk, and have to go on when it fills up.
 */
export async function requireDiskSpace(folder: string, bytes: number, reserve: number) {
  const left = (await freeBytes(folder)) - SIZES * bytes
  if (left >= reserve) return
  throw new BusinessError(
    503,
    'The disk of the site is full. Nothing was lost; please try again in a few minutes.',
    { reason: 'DISK_FULL' },
  )
}

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
export async function reserveQuota(
  trx: Transaction<DB>,
  { owner, bytes, now, except = '0' }: Room,
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${owner}`}, 0))`.execute(trx)
  const used = await storedFilesRepository(trx).bytesOf(owner, now, except)
  if (used + bytes <= UPLOAD_QUOTA_BYTES) return
  throw uploadRefused(
    'Your files have reached 2 GB, the most for one account. Please write to us, and we make room.',
  )
}
