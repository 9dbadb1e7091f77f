import { join } from 'node:path'
import type { Storage } from '../files/storage/storage.ts'
import { eachAtOnce } from './copy-files.ts'
import { eachListed } from './file-list.ts'
import type { ListedFile } from './file-list.ts'
import { fileVault } from './file-vault.ts'

const AT_ONCE = 4

/** Puts back every stored file that the storage lacks; gives the keys of those that the backup lacks too. */
export async function restoreFiles(
  { root, id }: { root: string; id: string },
  storage: Storage,
  wants: (key: string) => boolean = () => true,
): Promise<string[]> {
  const vault = fileVault(root)
  const damaged: string[] = []

  async function put({ key, bytes, sha256 }: ListedFile) {
    if (!wants(key) || (await storage.size(key)) === bytes) return
    if (await vault.has({ bytes, sha256 })) {
      const written = await storage.put(key, vault.read(sha256))
      if (written.sha256 === sha256) return
      await storage.remove(key)
    }
    damaged.push(key)
  }

  await eachAtOnce(eachListed(join(root, id)), AT_ONCE, put)
  return damaged
}
