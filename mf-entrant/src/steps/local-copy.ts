import { del, get, set } from 'idb-keyval'
import type { Pending } from './draft-saver.ts'

export type LocalCopy = { at: string; pending: Pending }

const keyOf = (user: string, entry: string) => `entry-draft:${user}:${entry}`

/** What was typed and has not reached the server; it outlives a crash and an expired session. */
export const localCopy = {
  /** A browser without storage goes on without a copy. */
  async read(user: string, entry: string): Promise<LocalCopy | undefined> {
    return get<LocalCopy>(keyOf(user, entry)).catch(() => undefined)
  },
  async write(user: string, entry: string, pending: Pending | undefined) {
    const key = keyOf(user, entry)
    const copy: LocalCopy = { at: new Date().toISOString(), pending: pending ?? { answers: {} } }
    await (pending ? set(key, copy) : del(key)).catch(() => undefined)
  },
}
