import { createStore, del, entries, get, set } from 'idb-keyval'

/** Where the bytes of an upload go. */
export type Address = { fileId: string; url: string }
/** A file on its way, as this device keeps it until it has arrived. */
export type Kept = { file: File; at: number; address?: Address | undefined; isShrunk?: boolean }

const PREFIX = 'upload'
/** What nobody came back for; the server forgets its part after a day. */
const LONGEST_MS = 14 * 86_400_000

/** What `work` gives, or `other` where the browser has no database or refuses it; both ways, at once or later. */
async function orElse<T>(other: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    return other
  }
}

/** The files of one entry that are on their way; they outlive a reload, a crash and a lost session. */
export function uploadShelf(user: string, entry: string) {
  let opened: ReturnType<typeof createStore> | undefined
  const store = () => (opened ??= createStore('entry-uploads', 'files'))
  const prefix = `${PREFIX}:${user}:${entry}:`
  return {
    /** False where the browser keeps nothing: private windows, a full disk. */
    put: (key: string, kept: Kept): Promise<boolean> =>
      orElse(false, () => set(prefix + key, kept, store()).then(() => true)),
    get: (key: string) =>
      orElse<Kept | undefined>(undefined, () => get<Kept>(prefix + key, store())),
    remove: (key: string): Promise<void> => orElse(undefined, () => del(prefix + key, store())),
    async all(): Promise<{ key: string; kept: Kept }[]> {
      const found = await orElse<[string, Kept][]>([], () => entries<string, Kept>(store()))
      const mine: { key: string; kept: Kept }[] = []
      for (const [name, kept] of found) {
        if (kept.at < Date.now() - LONGEST_MS) await orElse(undefined, () => del(name, store()))
        else if (name.startsWith(prefix)) mine.push({ key: name.slice(prefix.length), kept })
      }
      return mine.toSorted((a, b) => a.kept.at - b.kept.at)
    },
  }
}

export type UploadShelf = ReturnType<typeof uploadShelf>
