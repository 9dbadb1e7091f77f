import type { Translated } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { pruneRows, putRows, type Change, type Target } from './rows.repository.ts'
import type { Programme } from './read/programme-files.ts'
import type { EntryFile } from './read/entry-schema.ts'

/** An entry that has just been written, with what its payments and its jury need. */
export type AddedEntry = {
  id: string
  entryNo: string
  userId: string
  editionId: string
  categoryId: string
  awardId: string | null
  file: EntryFile
  dates: EntryDates
}

/** When an entry was begun, submitted, paid and decided, as its file and its season imply. */
export type EntryDates = {
  created: Date
  submitted: Date | null
  paid: Date | null
  published: Date | null
}

/** One run of the loader: the files, the transaction they go into, and what has changed so far. */
export type Load = {
  readonly trx: Db
  readonly programme: Programme
  /** The day to which the offsets of the files are added; kept from the first loading. */
  readonly anchor: string
  readonly now: Date
  readonly changes: Change[]
  /** How many rows of each table the files have. */
  readonly counts: Map<string, number>
  /** The moment a date of the files means. */
  readonly when: (text: string) => Date
  /** The stored picture of a file; `kind` says whether it is public or an entrant's. */
  readonly picture: (file: string, kind?: 'programme' | 'entry_image') => string
}

type Rows = Parameters<typeof putRows>[2]

/** Writes rows and notes what changed. */
export async function put(load: Load, target: Target, rows: Rows): Promise<void> {
  load.counts.set(target.table, (load.counts.get(target.table) ?? 0) + rows.length)
  load.changes.push(...(await putRows(load.trx, target, rows)))
}

/** Writes rows and removes those of the table that the files no longer name. */
export async function replace(load: Load, target: Target, rows: Rows): Promise<void> {
  load.changes.push(...(await pruneRows(load.trx, target, rows)))
  await put(load, target, rows)
}

/** What a picture shows, or nothing where the files do not say it. */
export const alternative = (alt: Translated | undefined): Translated | null => alt ?? null
