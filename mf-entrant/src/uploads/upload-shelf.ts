import { createStore, del, entries, get, set } from 'idb-keyval'

/** Where the bytes of an upload go. */
export type Address = { fileId: string; url: string }
/** A file on its way, as this device keeps it until it has arrived. */
export type Kept = { file: File; at: number; address?: Address | undefined; isShrunk?: boolean }

const PREFIX = 'upload'
/** What nobody came back for; the server forgets its part after a day. */
const LONGEST_MS = 14 * 86_400_000

/** The files of one entry that are on their way; they outlive a reload, a crash and a lost session. */
export function uploadShelf(user: string, entry: string) {
  let opened: ReturnType<typeof createStore> | undefined
  const store = () => (opened ??= createStore('entry-uploads', 'files'))
  const prefix = `${PREFIX}:${user}:${entry}:`
  return {
    /** False where the browser keeps nothing: private windows, a full disk. */
    put: (key: string, kept: Kept): Promise<boolean> =>
      set(prefix + key, kept, store()).then(
        () => true,
        () => false,
      ),
    get: (key: string): Promise<Kept | undefined> =>
      get<Kept>(prefix + key, store()).catch(() => undefined),
    remove: (key: string): Promise<void> => del(prefix + key, store()).catch(() => undefined),
    async all(): Promise<{ key: string; kept: Kept }[]> {
      const found = await entries<string, Kept>(store()).catch(() => [])
      const mine: { key: string; kept: Kept }[] = []
      for (const [name, kept] of found) {
        if (kept.at < Date.now() - LONGEST_MS) await del(name, store()).catch(() => undefined)
        else if (name.startsWith(prefix)) mine.push({ key: name.slice(prefix.length), kept })
      }
      return mine.toSorted((a, b) => a.kept.at - b.kept.at)
    },
  }
}

export type UploadShelf = ReturnType<typeof uploadShelf>
