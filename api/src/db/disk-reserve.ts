import { existsSync, realpathSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../observability/log.ts'
import { freeBytes } from '../files/uploads/upload-limits.ts'

const BYTES = 32 * 1_024 * 1_024
/** With less than this PostgreSQL cannot even open a connection before long. */
const LOW = 4 * 1_024 * 1_024
/** With so much there is room to keep some of it. */
const PLENTY = 8 * BYTES
const CHECK_MS = 1_000

const placeOf = (dataDir: string) => {
  const cluster = join(dataDir, 'postgres')
  return join(existsSync(cluster) ? dirname(realpathSync(cluster)) : dataDir, 'reserve')
}

/** Gives the reserve to a database that finds its disk full; true when it did. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const place = placeOf(dataDir)
  if (!existsSync(place) || (await freeBytes(dirname(place))) >= LOW) return false
  await rm(place, { force: true })
  return true
}

/**
 * Keeps a file beside the embedded database that is given up when something else fills the disk: PostgreSQL
 * ends when it cannot write its log. Gives what ends the watch.
 */
export function holdReserve(dataDir: string, log: Log): () => Promise<void> {
  let looking: Promise<void> | undefined
  const look = async () => {
    if (await releaseReserve(dataDir)) {
      log.error('disk.full', { folder: dataDir, do: 'Free some space; uploads are refused.' })
    } else if (!existsSync(placeOf(dataDir)) && (await freeBytes(dataDir)) > PLENTY) {
      await fill(placeOf(dataDir))
    }
  }
  const watch = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn('disk.not_watched', { error }))
      .finally(() => (looking = undefined))
  }, CHECK_MS).unref()
  return async () => {
    clearInterval(watch)
    await looking
  }
}

async function fill(place: string) {
  const file = await open(place, 'w', 0o600)
  try {
    const piece = Buffer.alloc(BYTES / 32)
    for (let written = 0; written < BYTES; written += piece.length) await file.write(piece)
  } finally {
    await file.close()
  }
}
