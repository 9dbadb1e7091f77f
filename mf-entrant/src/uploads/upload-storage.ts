import { createStore, del, entries, get, set } from 'idb-keyval'

/** Address of an upload on the server. */
export type Address = { fileId: string; url: string }
/** A file that this device stores until its upload is complete. */
export type StoredUpload = {
  file: File
  at: number
  address?: Address | undefined
  isShrunk?: boolean
}

const PREFIX = 'upload'
/** Time to live of a stored file; the server expires its part after a day. */
const LONGEST_MS = 14 * 86_400_000

/** Result of `work`, or `other` when IndexedDB is missing or fails, by throwing or by rejecting. */
async function orElse<T>(other: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    return other
  }
}

/** Unfinished uploads of one entry in IndexedDB; they outlive a reload, a crash and a lost session. */
export function uploadStorage(user: string, entry: string) {
  let opened: ReturnType<typeof createStore> | undefined
  const store = () => (opened ??= createStore('entry-uploads', 'files'))
  const prefix = `${PREFIX}:${user}:${entry}:`
  return {
    /** False when the browser cannot store it: private window, full disk. */
    put: (key: string, kept: StoredUpload): Promise<boolean> =>
      orElse(false, () => set(prefix + key, kept, store()).then(() => true)),
    get: (key: string) =>
      orElse<StoredUpload | undefined>(undefined, () => get<StoredUpload>(prefix + key, store())),
    remove: (key: string): Promise<void> => orElse(undefined, () => del(prefix + key, store())),
    async all(): Promise<{ key: string; kept: StoredUpload }[]> {
      const found = await orElse<[string, StoredUpload][]>([], () =>
        entries<string, StoredUpload>(store()),
      )
      const mine: { key: string; kept: StoredUpload }[] = []
      for (const [name, kept] of found) {
        if (kept.at < Date.now() - LONGEST_MS) await orElse(undefined, () => del(name, store()))
        else if (name.startsWith(prefix)) mine.push({ key: name.slice(prefix.length), kept })
      }
      return mine.toSorted((a, b) => a.kept.at - b.kept.at)
    },
  }
}

export type UploadStorage = ReturnType<typeof uploadStorage>
