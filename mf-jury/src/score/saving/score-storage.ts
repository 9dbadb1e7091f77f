import { createStore, del, entries, set } from 'idb-keyval'
import type { ScoreDraft } from './score-draft.ts'

/** A score that has not reached the server, as stored in IndexedDB. */
export type ScoreToSend = {
  entry: string
  /** Number and title, for the list of what waits. */
  label: string
  draft: ScoreDraft
  /** The server's score when this one was written, and its version. */
  base: ScoreDraft
  version: number
  /** False where the score was submitted before: then only a new submission changes it. */
  isDraft: boolean
  wants: 'draft' | 'submit'
  at: number
  /** Why the server does not take it as it is: only the juror can go on. */
  problem?: 'conflict' | 'refused' | 'closed' | undefined
}
export type StoredScore = ScoreToSend & { key: string; window: string }

const LONGEST_MS = 60 * 86_400_000
const thisWindow = crypto.randomUUID?.() ?? String(Math.random())
const lockOf = (window: string) => `jury-window:${window}`

/** Ignores a storage failure: the browser goes on without a local copy. */
async function quietly<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch {
    return undefined
  }
}

let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('jury-scores', 'waiting'))
const changed = new EventTarget()
const tell = () => void changed.dispatchEvent(new Event('change'))

/** Web Lock held for the life of this window, even through a crash; when it is released, another window takes over. */
let holding: Promise<unknown> | undefined
function hold() {
  holding ??= navigator.locks?.request(lockOf(thisWindow), () => new Promise(() => undefined))
}

async function livingWindows(): Promise<Set<string>> {
  const held = (await quietly(async () => navigator.locks?.query()))?.held ?? []
  return new Set(held.map(({ name }) => name ?? ''))
}

const prefixOf = (user: string) => `${user}:`
const keyOf = (user: string, entry: string, window: string) => `${prefixOf(user)}${entry}:${window}`

/** Everything that waits for a juror on this device, oldest first. */
async function all(user: string): Promise<StoredScore[]> {
  const found = (await quietly(() => entries<string, ScoreToSend>(store()))) ?? []
  const mine = found
    .filter(([key]) => key.startsWith(prefixOf(user)))
    .map(([key, kept]) => ({ ...kept, key, window: key.slice(key.lastIndexOf(':') + 1) }))
  const old = mine.filter(({ at }) => at < Date.now() - LONGEST_MS)
  await Promise.all(old.map(({ key }) => quietly(() => del(key, store()))))
  return mine.filter((kept) => !old.includes(kept)).toSorted((a, b) => a.at - b.at)
}

/** Unsent scores in IndexedDB; they survive a reload, a crash and an expired session. */
export const scoreStorage = {
  /** The entries that have a score on this device, from whichever window. */
  async waiting(user: string): Promise<ReadonlySet<string>> {
    return new Set((await all(user)).map(({ entry }) => entry))
  },
  /** Scores that this window may send or show: its own, and those of closed windows. */
  async mine(user: string): Promise<StoredScore[]> {
    // Asked first of all, so that nothing that is put meanwhile comes before it.
    const [found, living] = await Promise.all([all(user), livingWindows()])
    return found.filter(({ window }) => window === thisWindow || !living.has(lockOf(window)))
  },
  async put(user: string, kept: ScoreToSend): Promise<void> {
    hold()
    await quietly(() => set(keyOf(user, kept.entry, thisWindow), kept, store()))
    tell()
  },
  async remove(user: string, entry: string): Promise<void> {
    await quietly(() => del(keyOf(user, entry, thisWindow), store()))
    tell()
  },
  /** Takes over the scores of closed windows. */
  async takeOver(user: string, kept: ScoreToSend, copies: readonly StoredScore[]): Promise<void> {
    await scoreStorage.put(user, kept)
    const others = copies.filter(({ window }) => window !== thisWindow)
    await Promise.all(others.map(({ key }) => scoreStorage.drop(key)))
  },
  async drop(key: string): Promise<void> {
    await quietly(() => del(key, store()))
    tell()
  },
  subscribe(listener: () => void) {
    changed.addEventListener('change', listener)
    return () => changed.removeEventListener('change', listener)
  },
}
