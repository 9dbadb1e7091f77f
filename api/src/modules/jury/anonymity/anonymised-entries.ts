import {
  TABLE_COLUMNS,
  columnFacts,
  readsOf,
  type ColumnReaders,
  type Picture,
  type ReadColumn,
  type TableColumn,
} from '@awards/shared/contract'
import { blindTitle, type PhaseCapabilities } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { anonymisedRow, sheetPicture } from './anonymised-sheet.ts'
import { identityWords } from './redactions.repository.ts'
import type { JuryEntry, JuryFilter } from '../lists/jury-entries.repository.ts'
import { has } from '../jury.policy.ts'

/** Stored columns that some readers may not see. */
type HideableColumn = ReadColumn<Exclude<ColumnReaders, 'all'>>

/** A list row for one reader: anonymised where required, with a cover URL of the reader's own. */
export type AnonymisedEntry = Omit<JuryEntry, HideableColumn> & {
  [Column in HideableColumn]: JuryEntry[Column] | null
} & { readonly cover: Picture | null }

type BlindRule = Pick<PhaseCapabilities, 'blind_entrant'>

/** Levels 2 and 3 always read anonymised entries, the chair until the results are published. */
export const isAnonymous = ({ identity }: Actor, { blind_entrant }: BlindRule): boolean =>
  identity !== 1 || blind_entrant

/** Columns of the chair's table that the reader may not see. Fee managers read codes even while entries are anonymised. */
function hiddenColumns(actor: Actor, rule: BlindRule): readonly TableColumn[] {
  const isNamed = !isAnonymous(actor, rule)
  const seesFees = has(actor, 'can_manage_fees')
  const reads: Record<ColumnReaders, boolean> = {
    all: true,
    named: isNamed,
    fees: seesFees,
    named_or_fees: isNamed || seesFees,
  }
  const keys = Object.keys(TABLE_COLUMNS) as TableColumn[]
  return keys.filter((key) => !reads[columnFacts(key).readers])
}

/** Anonymises list rows for a reader. The only place that adds titles and pictures to them. */
export async function anonymisedEntries(
  context: AppContext,
  actor: Actor,
  rows: readonly JuryEntry[],
  rule: BlindRule,
): Promise<AnonymisedEntry[]> {
  const ids = rows.map(({ id }) => id)
  const words = isAnonymous(actor, rule) ? await identityWords(context.db, ids) : new Map()
  const hidden = hiddenColumns(actor, rule).flatMap(readsOf)
  const nulls = Object.fromEntries(hidden.map((column) => [column, null]))
  return rows.map((row) => {
    const shown = { ...anonymisedRow(row, words.get(row.id)), ...nulls }
    const file = { entry_id: row.id, file_id: row.cover_file_id }
    const alt = shown.cover_alt ?? shown.title
    return { ...shown, cover: sheetPicture(context, actor.id, file, row, alt) }
  })
}

/** Redacts the titles of rows for a chair, until the results of their edition are published. */
export async function withChairTitles<Row extends { apply_order_id: string; title: string }>(
  { clock }: Pick<AppContext, 'clock'>,
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ apply_order_id }) => apply_order_id)
  const words = await identityWords(db, await blindEntryIds(db, ids, clock()))
  return rows.map((row) => {
    const identity = words.get(row.apply_order_id)
    return identity ? { ...row, title: blindTitle(row.title, identity) } : row
  })
}

/** IDs of the entries whose edition is still anonymised for the chair. */
async function blindEntryIds(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const editions = editionsRepository(db)
  const blind: string[] = []
  for (const [edition, entries] of await editions.entriesByEdition(ids)) {
    const { capabilities } = await editions.stageOf(edition, now)
    if (capabilities.blind_entrant) blind.push(...entries)
  }
  return blind
}

/** Removes the filters and the order that would reveal columns hidden from the reader. */
export function allowedFilter(actor: Actor, filter: JuryFilter, rule: BlindRule): JuryFilter {
  const hidden = hiddenColumns(actor, rule)
  const names: readonly string[] = [...hidden, ...hidden.flatMap(readsOf)]
  const orders = hidden.map((key) => columnFacts(key).sort)
  const isOrderHidden = orders.includes(filter.sort?.replace(/^-/, ''))
  return {
    ...Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name))),
    isBlind: isAnonymous(actor, rule),
    ...(filter.sort !== undefined && isOrderHidden && { sort: undefined }),
  }
}
