import type { AppContext } from '../app/app-context.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository } from './stored-files.repository.ts'

const HOUR = 3_600
const SETTLED_MS = 3_600_000

/** Removes uploads that never came to an end, and the bytes of those that nobody can go on with. */
export function forgetUploads({ db, jobs, clock }: AppContext, files: PartialFiles) {
  jobs.every('uploads', HOUR, async () => {
    await storedFilesRepository(db).forgetAbandoned(clock())
    // The disk keeps its own time, which no test moves.
    const names = await files.untouchedSince(new Date(Date.now() - SETTLED_MS))
    const open = new Set(await storedFilesRepository(db).stillOpen(names))
    for (const name of names.filter((one) => !open.has(one))) await files.remove(name)
  })
}
