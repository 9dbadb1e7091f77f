import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { errorCode } from './errors.ts'

/**
 * Writes a file for its owner alone unless there is one of that name. It appears whole or not at all: a full disk leaves
 * none, and of processes that write at once one wins.
 */
export function writeOnce(file: string, text: string) {
  if (existsSync(file)) return
  const fresh = `${file}.${randomUUID()}`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true })
    place(fresh, file, text)
  } finally {
    rmSync(fresh, { force: true })
  }
}

function place(fresh: string, file: string, text: string) {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') writeInPlace(file, text)
  }
}

/** For file systems without hard links. A rename would replace the file of another process, which may be in use. */
function writeInPlace(file: string, text: string) {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    rmSync(file, { force: true })
    throw error
  }
}
