import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { AppContext } from '../../start/app-context.ts'
import { newStorageKey } from '../../files/storage/storage-key.ts'
import { pictureSourcesRepository } from './picture-sources.repository.ts'
import type { WantedPicture } from './pictures.service.ts'

/** Keeps the programme's own pictures as they were given. They are never shown, only exported. */
export async function keepSources(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  wanted: readonly WantedPicture[],
): Promise<void> {
  const repository = pictureSourcesRepository(db)
  const unkept = await repository.unkept()
  for (const { file, kind, sha256 } of wanted) {
    if (kind !== 'programme' || !unkept.has(sha256)) continue
    const key = newStorageKey(extname(file).slice(1).toLowerCase() || 'jpg')
    await storage.put(key, await readFile(join(folder, file)))
    await repository.keep(sha256, key)
  }
}
