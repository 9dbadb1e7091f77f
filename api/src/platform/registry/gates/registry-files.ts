import type { AppContext } from '../../../start/app-context.ts'
import { releaseKey } from '../registry.types.ts'
import type { ReleaseFiles, ReleaseId } from './release-files.ts'

const AT_ONCE = 8

/** The files of releases in the storage. They are written and removed while the remote is locked. */
export function registryFiles({ registryStorage: storage }: Pick<AppContext, 'registryStorage'>) {
  async function remove({ name, version }: ReleaseId, paths: Iterable<string>) {
    await some(paths, (path) => storage.remove(releaseKey(name, version, path)))
  }

  return {
    remove,

    async write(id: ReleaseId, files: ReleaseFiles) {
      try {
        await some(files, async ([path, bytes]) => {
          await storage.put(releaseKey(id.name, id.version, path), bytes)
        })
      } catch (error) {
        await remove(id, files.keys())
        throw error
      }
    },

    /** Publishing the same bytes again puts back what the storage has lost. */
    async restore({ name, version }: ReleaseId, files: ReleaseFiles) {
      await some(files, async ([path, bytes]) => {
        const key = releaseKey(name, version, path)
        const found = await storage.get(key)
        found?.body.destroy()
        if (found?.bytes !== bytes.length) await storage.put(key, bytes)
      })
    },
  }
}

/** A few at a time: each file is forced to the disk. All have ended when it returns or throws. */
async function some<T>(items: Iterable<T>, work: (item: T) => Promise<void>) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
