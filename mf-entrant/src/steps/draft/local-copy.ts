import { get, update } from 'idb-keyval'
import type { Pending, Saved } from './draft-merge.ts'

/** `base` is what the server held when it was written; a copy of an older release has none. */
export type LocalCopy = { at: string; pending: Pending; base?: Saved }
/** One copy for each window, so that none removes what another one has still to save. */
type Copies = Record<string, LocalCopy>

const keyOf = (user: string, entry: string) => `entry-copies:${user}:${entry}`
const thisWindow = crypto.randomUUID?.() ?? String(Math.random())

/**
 * What all windows have left, the newest word on each field. Each field keeps the version that its own
 * window wrote over: measured by a later one, old words would pass for a change of what was saved since.
 */
export function mergeCopies(copies: Copies): LocalCopy | undefined {
  const inOrder = Object.values(copies).sort((a, b) => a.at.localeCompare(b.at))
  return inOrder.reduce<LocalCopy | undefined>(
    (before, copy) => (before ? onTop(before, copy) : copy),
    undefined,
  )
}

function onTop(before: LocalCopy, copy: LocalCopy): LocalCopy {
  const asked = [...new Set([...(before.pending.asked ?? []), ...(copy.pending.asked ?? [])])]
  const base = before.base && copy.base && baseOf(before, before.base, copy, copy.base)
  return {
    at: copy.at,
    pending: {
      ...before.pending,
      ...copy.pending,
      answers: { ...before.pending.answers, ...copy.pending.answers },
      ...(asked.length > 0 && { asked }),
    },
    ...(base ? { base } : copy.base && { base: copy.base }),
  }
}

function baseOf(before: LocalCopy, older: Saved, copy: LocalCopy, newer: Saved): Saved {
  const isFrom = (field: string) =>
    field in before.pending.answers && !(field in copy.pending.answers)
  const kept = Object.entries(newer.answers).filter(([field]) => !isFrom(field))
  const own = Object.entries(older.answers).filter(([field]) => isFrom(field))
  return {
    // The lower one: where it is not the server's, what was written over it is compared.
    version: Math.min(older.version, newer.version),
    step: newer.step,
    answers: Object.fromEntries([...kept, ...own]),
    files: before.pending.files && !copy.pending.files ? older.files : newer.files,
  }
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
      const copy = copies && mergeCopies(copies)
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
