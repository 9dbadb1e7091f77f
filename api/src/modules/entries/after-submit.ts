import type { Selectable } from 'kysely'
import { ENTRY_STATUS, isHandedIn, type EntryDraft, type Language } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { formatDateTime, formatMoney } from '../../lib/format.ts'
import { translated } from '../../lib/translated.ts'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import { estimateEntryFees } from '../payments/prices/quotes.service.ts'
import { recordLicences } from './licence-consents.repository.ts'
import { COMPARE_PICTURES } from './entry-warnings.ts'
import { entriesRepository } from './entries.repository.ts'

type Row = Selectable<ApplyOrders>

/** Runs after a submission: stores the licence consent, queues the picture comparison and mails a receipt. */
export async function afterSubmit(
  db: Db,
  context: AppContext,
  actor: Actor,
  rows: readonly Row[],
  answers: EntryDraft,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const now = context.clock()
  await recordLicences(db, actor.id, ids(rows), now)
  for (const id of ids(rows)) {
    await context.jobs.enqueue(db, COMPARE_PICTURES, { apply_order_id: id }, { key: id })
  }
  const title = answers.title ?? ''
  // Saved again after submission: the receipt was sent the first time.
  if (isHandedIn(first.entry_status)) return
  const template =
    first.entry_status === ENTRY_STATUS.draft ? 'entry_submitted' : 'correction_received'
  await context.mail.enqueue(db, {
    to: actor.email,
    template,
    language: actor.language,
    params: {
      title,
      apply_order_id: first.id,
      entry_no: rows.map(({ entry_no }) => entry_no).join(', '),
      ...(template === 'entry_submitted' && (await feeSummary(db, now, rows, actor.language))),
    },
  })
}

/** Queues the picture comparison again for submitted entries whose pictures changed. */
export async function picturesChanged(
  db: Db,
  { jobs }: Pick<AppContext, 'jobs'>,
  rows: readonly Row[],
): Promise<void> {
  for (const { id, entry_status } of rows) {
    if (!isHandedIn(entry_status)) continue
    await jobs.enqueue(db, COMPARE_PICTURES, { apply_order_id: id }, { key: id })
  }
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Mail parameters: one line per category with number and price, the total, and the payment deadline. */
async function feeSummary(db: Db, now: Date, rows: readonly Row[], language: Language) {
  const [first] = rows
  const edition = first && (await entriesRepository(db).find(first.id))
  const siblings = first ? await entriesRepository(db).siblings(first.project_id) : []
  const fees = await estimateEntryFees(db, now, rows)
  const price = (id: string) => {
    const amount = fees?.amounts.get(id)
    return amount === undefined ? '' : formatMoney(amount, fees?.currency ?? '', language)
  }
  const lines = rows.map(({ id, entry_no }) => {
    const category = siblings.find((sibling) => sibling.id === id)?.category_name
    return [entry_no, category ? translated(category, language) : '', price(id)].join('\t')
  })
  return {
    entries: lines.join('\n'),
    total: fees ? formatMoney(fees.total, fees.currency, language) : '',
    pay_until: edition
      ? formatDateTime(edition.edition_closes_at, language, edition.edition_timezone)
      : '',
  }
}
