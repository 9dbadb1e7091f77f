import type { Transaction } from 'kysely'
import { UPLOAD_QUOTA_BYTES } from '@awards/shared/domain'
import { freeBytes } from '../../db/disk-reserve.ts'
import type { DB } from '../../db/schema.gen.ts'
import { BusinessError } from '../../http/business-error.ts'
import { storedFilesRepository } from './stored-files.repository.ts'

/** 422 on the field `file`; the message tells the user what to do instead. */
export const uploadRefused = (message: string) => new BusinessError(422, { file: [message] })

/** 422 with reason `DAMAGED`: the checksum differs. The client may send again to the same address. */
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

/** The derived sizes of a picture take at most as much space as its upload. */
const DERIVATIVES_FACTOR = 2

/**
 * Throws a 503 with reason `DISK_FULL` if a file would leave less than `reserve` bytes free: drafts, payments and
 * scores need the same disk and must still work when it fills up.
 */
export async function requireDiskSpace(folder: string, bytes: number, reserve: number) {
  const remaining = (await freeBytes(folder)) - DERIVATIVES_FACTOR * bytes
  if (remaining >= reserve) return
  throw new BusinessError(
    503,
    'The disk of the site is full. Nothing was lost; please try again in a few minutes.',
    { reason: 'DISK_FULL' },
  )
}

type QuotaRequest = {
  owner: string
  bytes: number
  now: Date
  /** Id of a file that is not counted, because its new size is in `bytes`. */
  except?: string
}

/**
 * Throws a 422 if the files of a user, pending uploads included, would exceed the quota. Call it in the transaction
 * that writes the row: the lock until its end serialises concurrent uploads of the user.
 */
export async function reserveQuota(
  trx: Transaction<DB>,
  { owner, bytes, now, except = '0' }: QuotaRequest,
) {
  const files = storedFilesRepository(trx)
  await files.lockQuota(owner)
  const used = await files.usedBytes(owner, now, except)
  if (used + bytes <= UPLOAD_QUOTA_BYTES) return
  throw uploadRefused(
    'Your files have reached 2 GB, the most for one account. Please write to us, and we make room.',
  )
}
