import type { AppContext } from '../../start/app-context.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import { keysIn } from '../storage/stored-keys.ts'

const HOUR = 3_600
const SETTLED_MS = 3_600_000

/** A picture that was taken out of an entry, or cropped, can be put back for so long after it came. */
const UNUSED_MS = 30 * 86_400_000

/** Removes uploads that never came to an end or are in no entry, and bytes that nobody can go on with. */
export function forgetUploads({ db, jobs, clock, storage }: AppContext, files: PartialFiles) {
  jobs.every('uploads', HOUR, async () => {
    await storedFilesRepository(db).forgetAbandoned(clock())
    // The database notes when pieces come, by its own clock.
    const settled = await files.settledBefore(new Date(Date.now() - SETTLED_MS))
    for (const name of settled) await files.remove(name)
    const before = new Date(clock().getTime() - UNUSED_MS)
    for (const variants of await storedFilesRepository(db).takeUnused(before)) {
      for (const key of keysIn(variants)) await storage.remove(key)
    }
  })
}
