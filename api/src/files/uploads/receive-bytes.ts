import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BusinessError } from '../../http/business-error.ts'
import { isDiskFull } from '../../lib/disk-full.ts'
import type { ReceivedFile } from './keep-file.ts'
import { StorageAwayError } from '../storage/storage-away.ts'
import { refused, tooLarge } from './refused.ts'
import { digesting } from '../storage/write-digested.ts'

/** Writes a body to a temporary file, hands it to `use`, and removes it whatever happens. */
export async function withReceivedBytes<T>(
  folder: string,
  body: Readable,
  limit: number,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const { through, end } = digesting((bytes) => (bytes > limit ? tooLarge(limit) : null))
  try {
    await pipeline(body, through, createWriteStream(path, { mode: 0o600 })).catch(
      (error: unknown) => {
        throw error instanceof BusinessError ||
          error instanceof StorageAwayError ||
          isDiskFull(error)
          ? error
          : interrupted()
      },
    )
    const { bytes, digest } = end()
    if (bytes === 0) throw refused('This file is empty. Please choose another one.')
    return await use({ path, bytes, sha256: digest })
  } finally {
    await rm(path, { force: true })
  }
}

const interrupted = () =>
  new BusinessError(400, 'The upload was interrupted. Please send the file again.')
