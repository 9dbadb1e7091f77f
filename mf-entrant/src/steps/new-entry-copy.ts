import { del, get, set } from 'idb-keyval'

export type NewEntryValues = { section_id?: string; category_ids: string[]; title?: string }
export type NewEntryCopy = { values: NewEntryValues; idempotency_key: string | undefined }

const keyOf = (user: string) => `entry-begun:${user}`

/** What was chosen and typed before the entry exists on the server; a browser without storage has none. */
export const newEntryCopy = {
  read: (user: string) => get<NewEntryCopy>(keyOf(user)).catch(() => undefined),
  write: (user: string, copy: NewEntryCopy) => set(keyOf(user), copy).catch(() => undefined),
  remove: (user: string) => del(keyOf(user)).catch(() => undefined),
}
