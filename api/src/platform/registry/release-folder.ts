import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileCollector } from './gates/release-files.ts'
import type { Received } from './gates/release-files.ts'

/** Reads a build on the disk as an archive of it would be read. */
export async function readFolder(folder: string): Promise<Received> {
  const collector = fileCollector()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => !one.isDirectory())) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const bytes = await readFile(file)
    if (collector.admits(path, bytes.length)) collector.files.set(path, bytes)
    const overflow = collector.overflow()
    if (overflow) {
      return { files: new Map(), problems: [...collector.problems, overflow], isWhole: false }
    }
  }
  return { files: collector.files, problems: collector.problems, isWhole: true }
}
