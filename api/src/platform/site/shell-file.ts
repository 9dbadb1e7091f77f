import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { CachedFile, FileCache } from './file-cache.ts'

/** A path of a request inside a folder, or nothing when it leads outside or to a hidden file. */
export function fileInside(folder: string, path: string): string | undefined {
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.')))
    return undefined
  const file = resolve(folder, path)
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

/**
 * A file of the shell's build. Each use looks at its time and size, so that a build that is replaced
 * on disk is noticed at once.
 */
export async function shellFile(
  cache: FileCache,
  folder: string,
  path: string,
): Promise<CachedFile | undefined> {
  const key = fileInside(folder, path)
  if (!key) return undefined
  const found = await stat(key).catch(() => undefined)
  if (found?.isFile()) {
    const stamp = `${found.mtimeMs}:${found.size}`
    const read = () => readFile(key)
    const readBrotli = () => readFile(`${key}.br`).catch(() => undefined)
    return cache.get({ key, stamp, read, readBrotli }).catch(() => undefined)
  }
  await cache.forget(key)
  return undefined
}
