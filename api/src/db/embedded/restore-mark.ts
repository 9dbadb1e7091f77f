import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../lib/start-error.ts'

/** Lies in a data folder while a restore has not come to its end. */
export const RESTORE_MARK = 'restore.unfinished'

/** A site that has its files and not yet its rows must not start: it would begin anew. */
export function refuseUnfinishedRestore(dataDir: string) {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return
  throw new StartError(
    `A restore into ${dataDir} was not finished. Run "npm run awards -- restore" again with the same backup, ` +
      'or start with an empty folder.',
  )
}
