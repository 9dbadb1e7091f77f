import type { Db } from '../../db/database.ts'
import { pruneRows, upsertRows, type Change, type Target } from './rows.repository.ts'
import type { Programme } from './read/programme-files.ts'
import type { EntryFile } from './read/entry-schema.ts'

/** An entry that this run inserted, with the ids that its payments and scores refer to. */
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

/** Timestamps of an entry, derived from its file and its edition; null for steps it did not reach. */
export type EntryDates = {
  created: Date
  submitted: Date | null
  paid: Date | null
  published: Date | null
}

/** Context of one run of the loader: the files, the transaction, and the changes so far. */
export type Load = {
  readonly trx: Db
  readonly programme: Programme
  /** Day (YYYY-MM-DD) to which date offsets are added; the day of the first load. */
  readonly anchor: string
  readonly now: Date
  /** The files are all there is: editions, phases and fee periods that they do not name are removed. */
  readonly isWhole: boolean
  readonly changes: Change[]
  /** Number of rows in the files, by table. */
  readonly counts: Map<string, number>
  /** Converts a date of the files to a timestamp. */
  readonly when: (text: string) => Date
  /** Id in `stored_files` of a picture file; throws if it is not stored. `kind` defaults to 'programme'. */
  readonly picture: (file: string, kind?: 'programme' | 'entry_image') => string
}

export type Rows = Parameters<typeof upsertRows>[2]

/** Upserts rows by stable key and records the changes. */
export async function upsert(load: Load, target: Target, rows: Rows): Promise<void> {
  load.counts.set(target.table, (load.counts.get(target.table) ?? 0) + rows.length)
  load.changes.push(...(await upsertRows(load.trx, target, rows)))
}

/** `upsertAndPrune` where the files are all there is, `upsert` otherwise: a folder may leave out what has passed. */
export const upsertWhole = (load: Load, target: Target, rows: Rows): Promise<void> =>
  (load.isWhole ? upsertAndPrune : upsert)(load, target, rows)

/** Deletes the rows of the table that the files no longer name, then upserts the others. */
export async function upsertAndPrune(load: Load, target: Target, rows: Rows): Promise<void> {
  load.changes.push(...(await pruneRows(load.trx, target, rows)))
  await upsert(load, target, rows)
}
