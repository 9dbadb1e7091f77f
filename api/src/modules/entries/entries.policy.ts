import type { EntryRow, JurorEntryInfo } from '@awards/shared/contract'
import {
  DELETABLE,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  isEditable,
  maySubmit,
  next,
  nextAction,
  roleMay,
  WINNER_FEE_STATUS,
  type Channel,
  type EditWindow,
  type EntryAct,
  type EntryRole,
  type EntryStatus,
  type NextAction,
  type NextActionName,
} from '@awards/shared/domain'
import type { EntryRecord } from './entries.repository.ts'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { entryWarningsRepository, type LookAlike } from './entry-files.repository.ts'

type Action = EntryRow['actions'][number]
type Entry = Pick<
  EntryRecord,
  | 'entry_status'
  | 'entry_fee_status'
  | 'winner_fee_status'
  | 'correction_due_at'
  | 'certificate_status'
  | 'paid_at'
  | 'offer_expires_at'
  | 'package_code'
  | 'has_accepted_award'
  | 'has_orders'
  | 'open_order_no'
  | 'open_order_channel'
  | 'open_order_amount'
  | 'open_order_currency'
  | 'open_order_works'
  | 'open_order_line'
  | 'open_order_expires_at'
  | 'open_order_processing_since'
>

/** The dates and permissions of an edition's calendar at one moment. */
export type Window = EditWindow

const ACT_OF_ACTION: Readonly<Record<Action, EntryAct>> = {
  accept_award: 'answer',
  certificate: 'view',
  pay: 'pay',
  correct: 'edit',
  continue: 'edit',
  preview: 'view',
  invoice: 'papers',
  delete: 'leave',
  withdraw: 'leave',
}
const ACT_OF_NEXT: Readonly<Record<NextActionName, EntryAct>> = {
  correct: 'edit',
  accept_award: 'answer',
  pay: 'pay',
  pay_package: 'pay',
  transfer: 'pay',
  hand_in: 'edit',
  choose_package: 'pay',
  await_payment: 'view',
}

/** Whether an entry that is given up is deleted; one that an order refers to is withdrawn and stays. */
export const isDeletable = ({
  entry_status,
  has_orders,
}: Pick<EntryRecord, 'entry_status' | 'has_orders'>): boolean =>
  DELETABLE.includes(entry_status as EntryStatus) && !has_orders

/** The buttons that the pages show to somebody of this role, most useful first. */
export function actionsOf(entry: Entry & { role: EntryRole }, window: Window): Action[] {
  const status = entry.entry_status as EntryStatus
  const actions: Action[] = []
  const add = (action: Action, when: boolean) =>
    when && roleMay(entry.role, ACT_OF_ACTION[action]) && actions.push(action)
  const nextStep = nextOf(entry, window)?.action
  // A declined award can still be accepted until the offer expires.
  const isDeclined =
    status === ENTRY_STATUS.awarded && entry.winner_fee_status === WINNER_FEE_STATUS.declined
  const deletable = isDeletable(entry)

  add('accept_award', nextStep === 'accept_award' || isDeclined)
  add('certificate', status === ENTRY_STATUS.awarded && entry.certificate_status === 'valid')
  add('pay', nextStep === 'pay')
  add('correct', status === ENTRY_STATUS.correction_requested && isEditable(entry, window))
  add('continue', status === ENTRY_STATUS.draft && maySubmit(entry, window))
  add('preview', status !== ENTRY_STATUS.disqualified)
  add('invoice', entry.paid_at !== null)
  add('delete', deletable)
  add('withdraw', !deletable && next(ENTRY_MACHINE, status, 'withdraw') !== undefined)
  return actions
}

/** The next step, where the role includes it. */
export function nextInRole(entry: Entry & { role: EntryRole }, window: Window): NextAction | null {
  const next = nextOf(entry, window)
  return next && roleMay(entry.role, ACT_OF_NEXT[next.action]) ? next : null
}

/** The next step the entrant has to take, by the rule that pages and mails share (`nextAction`). */
export function nextOf(entry: Entry, window: Window): NextAction | null {
  const { open_order_no: order_no, has_accepted_award, ...facts } = entry
  const order = order_no
    ? {
        order_no,
        channel: entry.open_order_channel as Channel,
        amount_minor: entry.open_order_amount ?? 0,
        currency: entry.open_order_currency ?? '',
        works: entry.open_order_works,
        line_minor: entry.open_order_line ?? 0,
        expires_at: entry.open_order_expires_at ?? window.now,
        processing_since: entry.open_order_processing_since,
      }
    : null
  return nextAction({ ...facts, has_accepted_award, order }, window)
}

type Warning = JurorEntryInfo['warnings'][number]

const Similar = z.object({
  place: z.int(),
  judging_no: z.string(),
  edition: z.string(),
  other_place: z.int(),
  is_own: z.boolean(),
})

/** Warnings about an entry for the chair; the entrant never sees them. */
export async function entryWarnings(db: Db, entryId: string): Promise<Warning[]> {
  const rows = await entryWarningsRepository(db).of(entryId)
  return rows.map(({ kind, detail, at }) => {
    const similar = Similar.parse(JSON.parse(detail))
    const { place, judging_no, edition, other_place } = similar
    return {
      kind,
      detail: `Picture ${place} looks like picture ${other_place} of ${judging_no} (${edition})`,
      at: at.toISOString(),
      similar,
    }
  })
}

/** Job: compares the pictures of a submitted entry with those of others. */
const COMPARE_PICTURES = 'entries.compare_pictures'

/** Queues the comparison of each of these entries, once however often it is asked for. */
export async function queueComparison(
  db: Db,
  { jobs }: Pick<AppContext, 'jobs'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await jobs.enqueue(db, COMPARE_PICTURES, { apply_order_id: id }, { key: id })
  }
}

/** Registers the handler of the comparison job. */
export function comparePictures({ db, jobs, clock }: AppContext) {
  jobs.handle(COMPARE_PICTURES, async ({ apply_order_id }) => {
    const id = String(apply_order_id)
    const warnings = entryWarningsRepository(db)
    const found = await warnings.lookAlikes(id)
    await warnings.add(id, 'similar_picture', found.map(detailOf), clock())
  })
}

/** Stored as JSON, so that the page builds the sentence in the chair's language. */
const detailOf = (one: LookAlike): string => JSON.stringify(one)
