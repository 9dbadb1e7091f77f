import type { Storage, StoredObject } from '../files/storage/storage.ts'
import { eachListed } from './file-list.ts'
import type { ListedFile } from './file-list.ts'
import { fileVault } from './file-vault.ts'

const AT_ONCE = 4

/**
 * Copies everything that the storage has into the vault. A file never changes under its key, so what
 * the backup before has is not read again.
 */
export async function copyFiles(
  storage: Storage,
  { root, before }: { root: string; before: string | undefined },
): Promise<Map<string, ListedFile>> {
  const vault = fileVault(root)
  const known = new Map<string, ListedFile>()
  if (before) for await (const file of eachListed(before)) known.set(file.key, file)
  const listed = new Map<string, ListedFile>()

  async function copy({ key, bytes }: StoredObject) {
    const old = known.get(key)
    if (old?.bytes === bytes && (await vault.has(old))) return void listed.set(key, old)
    const found = await storage.get(key)
    // Removed since it was listed.
    if (!found) return
    listed.set(key, { key, ...(await vault.keep(found.body)) })
  }

  await eachAtOnce(storage.list(), AT_ONCE, copy)
  return listed
}

/** Some at a time, until there are no more or one has failed. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  let failed = false
  const worker = async () => {
    for (let next = await source.next(); !next.done && !failed; next = await source.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker))
  await source.return?.()
  const first = ended.find((one) => one.status === 'rejected')
  if (first) throw first.reason
}
