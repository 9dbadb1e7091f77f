import { existsSync, realpathSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../lib/errors.ts'
import type { Log } from '../observability/log.ts'

const BYTES = 32 * 1_024 * 1_024
/** Below this PostgreSQL will soon fail to open connections. */
const LOW_BYTES = 4 * 1_024 * 1_024
/** Free space above which the reserve is created (again). */
const PLENTY_BYTES = 8 * BYTES
const CHECK_MS = 1_000

/** Free bytes on the disk of a folder; Infinity if the folder does not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  return found ? found.bavail * found.bsize : Infinity
}

const reserveFile = (dataDir: string) => {
  const cluster = join(dataDir, 'postgres')
  return join(existsSync(cluster) ? dirname(realpathSync(cluster)) : dataDir, 'reserve')
}

/** Deletes the reserve file if the disk is almost full; true if it did. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const file = reserveFile(dataDir)
  if (!existsSync(file) || (await freeBytes(dirname(file))) >= LOW_BYTES) return false
  await rm(file, { force: true })
  return true
}

/**
 * Keeps a reserve file next to the embedded database and deletes it when the disk fills up, because PostgreSQL stops
 * when it cannot write its WAL. Checks every second; returns a function that stops the checks.
 */
export function maintainReserve(dataDir: string, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined
  const check = async () => {
    if (await releaseReserve(dataDir)) {
      log.error('disk.full', { folder: dataDir, do: 'Free some space; uploads are refused.' })
    } else if (!existsSync(reserveFile(dataDir)) && (await freeBytes(dataDir)) > PLENTY_BYTES) {
      await fill(reserveFile(dataDir))
    }
  }
  const watch = setInterval(() => {
    running ??= check()
      .catch((error: unknown) => log.warn('disk.not_watched', { error }))
      .finally(() => (running = undefined))
  }, CHECK_MS).unref()
  return async () => {
    clearInterval(watch)
    await running
  }
}

async function fill(path: string) {
  const file = await open(path, 'w', 0o600)
  try {
    const piece = Buffer.alloc(BYTES / 32)
    for (let written = 0; written < BYTES; written += piece.length) await file.write(piece)
  } finally {
    await file.close()
  }
}
