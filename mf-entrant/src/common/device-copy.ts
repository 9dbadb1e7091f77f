import type { EntryDraft } from '@awards/shared/domain'
import { get, update } from 'idb-keyval'
import type { Fields, Pending, Saved } from '../steps/draft/draft-merge.ts'

/**
 * What an access to the storage of this device gives, or nothing. Storage that is refused rejects; where there is none at
 * all, the call itself throws.
 */
export async function orNothing<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch {
    return undefined
  }
}

/** `base` is what the server held when it was written; a copy of an older release has none. */
type LocalCopy<Answers extends Fields = EntryDraft> = {
  at: string
  pending: Pending<Answers>
  base?: Saved<Answers>
}
/** One copy for each form, in whichever window, so that none removes what another one has still to save. */
export type Copies<Answers extends Fields = EntryDraft> = Record<string, LocalCopy<Answers>>

/**
 * What all forms have left, the newest word on each field. Each field keeps the version that its own
 * form wrote over: measured by a later one, old words would pass for a change of what was saved since.
 */
export function mergeCopies<Answers extends Fields>(
  copies: Copies<Answers>,
): LocalCopy<Answers> | undefined {
  const inOrder = Object.values(copies).sort((a, b) => a.at.localeCompare(b.at))
  return inOrder.reduce<LocalCopy<Answers> | undefined>(
    (before, copy) => (before ? onTop(before, copy) : copy),
    undefined,
  )
}

function onTop<Answers extends Fields>(
  before: LocalCopy<Answers>,
  copy: LocalCopy<Answers>,
): LocalCopy<Answers> {
  const asked = [...new Set([...(before.pending.asked ?? []), ...(copy.pending.asked ?? [])])]
  const sent = [...(before.pending.sent ?? []), ...(copy.pending.sent ?? [])]
  const base = before.base && copy.base && baseOf(before, before.base, copy, copy.base)
  return {
    at: copy.at,
    pending: {
      ...before.pending,
      ...copy.pending,
      answers: { ...before.pending.answers, ...copy.pending.answers },
      // They stand there as undefined once they were saved.
      files: copy.pending.files ?? before.pending.files,
      step: copy.pending.step ?? before.pending.step,
      ...(asked.length > 0 && { asked }),
      ...(sent.length > 0 && { sent }),
    },
    ...(base ? { base } : copy.base && { base: copy.base }),
  }
}

function baseOf<Answers extends Fields>(
  before: LocalCopy<Answers>,
  older: Saved<Answers>,
  copy: LocalCopy<Answers>,
  newer: Saved<Answers>,
): Saved<Answers> {
  const isFrom = (field: string) =>
    field in before.pending.answers && !(field in copy.pending.answers)
  const kept = Object.entries(newer.answers).filter(([field]) => !isFrom(field))
  const own = Object.entries(older.answers).filter(([field]) => isFrom(field))
  return {
    // The lower one: where it is not the server's, what was written over it is compared.
    version: Math.min(older.version, newer.version),
    step: newer.step,
    answers: Object.fromEntries([...kept, ...own]) as Answers,
    files: before.pending.files && !copy.pending.files ? older.files : newer.files,
  }
}

const without = <Answers extends Fields>(
  copies: Copies<Answers> | undefined,
  form: string,
): Copies<Answers> =>
  Object.fromEntries(Object.entries(copies ?? {}).filter(([one]) => one !== form))

/** Name of the copy of one form, in whichever window; without HTTPS there is no `randomUUID`. */
export const newFormId = () => crypto.randomUUID?.() ?? String(Math.random())

/**
 * What was typed and has not reached the server; it outlives a crash and an expired session. Written
 * at each change, not at a pause. A browser without storage goes on without a copy.
 */
export const localCopy = {
  /** Takes over what forms have left behind under `key`. */
  async read<Answers extends Fields = EntryDraft>(
    key: string,
    form: string,
  ): Promise<LocalCopy<Answers> | undefined> {
    return orNothing(async () => {
      const copies = await get<Copies<Answers>>(key)
      const copy = copies && mergeCopies(copies)
      if (copy) await orNothing(() => update<Copies<Answers>>(key, () => ({ [form]: copy })))
      return copy
    })
  },
  async write<Answers extends Fields = EntryDraft>(
    key: string,
    form: string,
    pending: Pending<Answers> | undefined,
    base: Saved<Answers>,
  ) {
    const at = new Date().toISOString()
    const change = (copies: Copies<Answers> | undefined): Copies<Answers> =>
      pending ? { ...copies, [form]: { at, pending, base } } : without(copies, form)
    await orNothing(() => update<Copies<Answers>>(key, change))
  },
}
