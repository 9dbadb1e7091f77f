import { get, update } from 'idb-keyval'
import type { Pending, Saved } from './draft-saver.ts'

/** `base` is what the server held when it was written; a copy of an older release has none. */
export type LocalCopy = { at: string; pending: Pending; base?: Saved }
/** One copy for each window, so that none removes what another one has still to save. */
type Copies = Record<string, LocalCopy>

const keyOf = (user: string, entry: string) => `entry-copies:${user}:${entry}`
const thisWindow = crypto.randomUUID?.() ?? String(Math.random())

/** The newest word on each field; the copy of the window that wrote last says over which version. */
function together(copies: Copies): LocalCopy | undefined {
  const inOrder = Object.values(copies).sort((a, b) => a.at.localeCompare(b.at))
  return inOrder.reduce<LocalCopy | undefined>(
    (before, copy) =>
      before
        ? {
            ...copy,
            pending: {
              ...before.pending,
              ...copy.pending,
              answers: { ...before.pending.answers, ...copy.pending.answers },
            },
          }
        : copy,
    undefined,
  )
}

/** Storage that is refused rejects; where there is none at all, the call itself throws. */
async function orNothing<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch {
    return undefined
  }
}

const without = (copies: Copies | undefined, window: string): Copies =>
  Object.fromEntries(Object.entries(copies ?? {}).filter(([one]) => one !== window))

/**
 * What was typed and has not reached the server; it outlives a crash and an expired session. Written
 * at each change, not at a pause. A browser without storage goes on without a copy.
 */
export const localCopy = {
  /** Takes over what windows have left behind. */
  async read(user: string, entry: string): Promise<LocalCopy | undefined> {
    const key = keyOf(user, entry)
    return orNothing(async () => {
      const copies = await get<Copies>(key)
      const copy = copies && together(copies)
      if (copy) await orNothing(() => update<Copies>(key, () => ({ [thisWindow]: copy })))
      return copy
    })
  },
  async write(user: string, entry: string, pending: Pending | undefined, base: Saved) {
    const at = new Date().toISOString()
    const change = (copies: Copies | undefined): Copies =>
      pending ? { ...copies, [thisWindow]: { at, pending, base } } : without(copies, thisWindow)
    await orNothing(() => update<Copies>(keyOf(user, entry), change))
  },
}
