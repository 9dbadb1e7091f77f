import { watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'

/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 20

export type FileWatch = { add(file: string): void; close(): void }

/**
 * Watches the folders of files that are added one by one, and tells of a change once it has settled. `isMeant`
 * says which of the files in these folders count.
 */
export function watchFiles(isMeant: (file: string) => boolean, changed: (file: string) => void) {
  const folders = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const notice = (file: string) => {
    if (!isMeant(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => changed(file), SETTLED_AFTER_MS)
  }
  return {
    add(file: string) {
      const folder = dirname(file)
      if (folders.has(folder)) return
      const watcher = watch(folder, (_event, name) => name && notice(join(folder, name)))
      // A folder that was removed is watched again when something in it is loaded.
      watcher.on('error', () => {
        watcher.close()
        folders.delete(folder)
      })
      folders.set(folder, watcher)
    },
    close() {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      folders.clear()
    },
  } satisfies FileWatch
}
