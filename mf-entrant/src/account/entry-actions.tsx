import { clientHost, openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { documents, entries, entriesAdded, type EntryRow, type Next } from '@awards/shared/contract'
import { ENTRY_STATUS, isHandedIn, ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { Button, LinkButton } from '@awards/shared/ui'
import { ConfirmDialog } from '@awards/shared/ui/native/dialog'
import { useTranslation } from 'react-i18next'
import { NextButton } from '../common/next-action.tsx'
import { paths } from '@awards/shared/paths'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from './entry-actions.module.css'

type Standing = Pick<EntryRow, 'actions' | 'entry_fee_status' | 'entry_status'>

/**
 * What becomes of an entry that its owner gives up, and of its fee: a draft is deleted; a fee comes
 * back within 14 days of payment, as long as judging has not begun (domain page §2.8 f).
 */
export function removalKind({ actions, entry_fee_status, entry_status }: Standing) {
  if (actions.includes('delete')) return 'delete'
  if (entry_fee_status !== ENTRY_FEE_STATUS.paid) return 'withdrawFree'
  return entry_status >= ENTRY_STATUS.in_judging ? 'withdrawLate' : 'withdrawPaid'
}

type Action = EntryRow['actions'][number]
/** An action, or a page that an entry has by its status or until a deadline. */
type Linked = Action | 'score_sheet' | 'edit'

const TARGETS: Partial<Record<Linked, (id: string) => string>> = {
  continue: (id) => paths.steps({ id }),
  edit: (id) => paths.steps({ id, step: 2 }),
  correct: (id) => paths.steps({ id }),
  preview: paths.preview,
  pay: paths.pay,
  score_sheet: paths.scoreSheet,
  accept_award: (id) => paths.awardSteps(id),
}

/** Where an action leads; undefined for one that is done on the spot. */
const addressOf = (action: Linked, id: string): string | undefined => TARGETS[action]?.(id)

/** Makes a new draft from an entry and goes there; a repeat after a lost answer makes no second one. */
function useDuplicate({ apply_order_id }: EntryRow) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const [duplicate, { isLoading }] = useApiMutation(entriesAdded.duplicate)
  const key = useRef<string>(undefined)

  const start = async () => {
    key.current ??= crypto.randomUUID?.()
    const made = await duplicate({ apply_order_id, idempotency_key: key.current })
      .unwrap()
      .catch(() => undefined)
    const draft = made?.orders[0]
    if (!draft) return
    key.current = undefined
    clientHost().notifySuccess(t('card.duplicated', { number: draft.entry_no }))
    await navigate(paths.steps({ id: draft.apply_order_id, step: 1 }))
  }
  return { start: () => void start(), isBusy: isLoading }
}

const CONSEQUENCES = ['jury', 'fee', 'final'] as const

/** Asks, then deletes or withdraws an entry, and says what became of the fee. */
function useRemoval(entry: EntryRow) {
  const { t } = useTranslation('entrant')
  const [isAsked, setAsked] = useState(false)
  const [remove, { isLoading }] = useApiMutation(entries.deleteEntry)
  const kind = removalKind(entry)
  const way = kind === 'delete' ? 'delete' : 'withdraw'

  const confirm = async () => {
    const done = await remove({ apply_order_id: entry.apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (done) clientHost().notifySuccess(t(`removal.done.${done.mode}.${done.refund}`))
  }
  const dialog = isAsked && (
    <ConfirmDialog
      title={t(`removal.${way}.title`, { title: entry.title || t('untitled') })}
      confirm={t(`removal.${way}.confirm`)}
      keep={t('removal.keep')}
      onConfirm={() => void confirm()}
      onClose={() => setAsked(false)}
    >
      <ul className={styles.consequences}>
        {CONSEQUENCES.map((one) => (
          <li key={one}>{t(`removal.${kind}.${one}`)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
  return { ask: () => setAsked(true), dialog, isBusy: isLoading }
}

/** The button that does what is next; it stands first, in the words of the task. */
const BUTTON_OF: Record<Next['action'], Action | undefined> = {
  correct: 'correct',
  accept_award: 'accept_award',
  choose_package: undefined,
  pay_package: undefined,
  pay: 'pay',
  hand_in: 'continue',
  transfer: undefined,
  await_payment: undefined,
}

type Deed = Linked | 'duplicate'

const JUDGED: readonly number[] = [ENTRY_STATUS.awarded, ENTRY_STATUS.not_awarded]

/** What the server lets the owner do with an entry; the most useful first and red. */
export function EntryActions({ entry }: { entry: EntryRow }) {
  const { t } = useTranslation('entrant')
  const { apply_order_id: id, actions } = entry
  const [certificate, certificateState] = useApiMutation(documents.printCertPdf)
  const [invoice, invoiceState] = useApiMutation(documents.printEntryFeeInvoice)
  const isCallOpen = useApiQuery(entries.registrationTime).data?.is_open === true
  const removal = useRemoval(entry)
  const duplicate = useDuplicate(entry)
  const canEdit = Boolean(entry.edit_until) && isHandedIn(entry.entry_status)
  const done = entry.next ? BUTTON_OF[entry.next.action] : undefined
  const primary = !entry.next && actions.includes('certificate') ? 'certificate' : undefined

  const open = async (link: { unwrap: () => Promise<{ url: string }> }) => {
    const file = await link.unwrap().catch(() => undefined)
    if (file) openFile(file.url)
  }
  const deeds: Partial<Record<Deed, () => void>> = {
    certificate: () => void open(certificate({ apply_order_id: id })),
    invoice: () => void open(invoice({ apply_order_id: id })),
    delete: removal.ask,
    withdraw: removal.ask,
    duplicate: duplicate.start,
  }
  const isBusy = (action: Deed) =>
    (action === 'certificate' && certificateState.isLoading) ||
    (action === 'invoice' && invoiceState.isLoading) ||
    (action === 'duplicate' && duplicate.isBusy) ||
    ((action === 'delete' || action === 'withdraw') && removal.isBusy)

  const button = (action: Deed, isPrimary: boolean) => {
    const children = t(`action.${action}`)
    const to = action === 'duplicate' ? undefined : addressOf(action, id)
    const look = isPrimary
      ? ({ type: 'primary', block: true, children } as const)
      : ({ type: 'text', size: 'small', className: styles.quiet, children } as const)
    const name = t('action.of', { action: children, title: entry.title || t('untitled') })
    return to ? (
      <LinkButton key={action} to={to} {...look} aria-label={name} />
    ) : (
      <Button
        key={action}
        {...look}
        aria-label={name}
        loading={isBusy(action)}
        onClick={deeds[action]}
      />
    )
  }
  const last: readonly Action[] = actions.filter(
    (action) => action === 'delete' || action === 'withdraw',
  )
  const others = actions.filter(
    (action) => action !== primary && action !== done && !last.includes(action),
  )

  return (
    <div className={styles.actions}>
      {entry.next && (
        <NextButton block next={entry.next} id={id} title={entry.title || t('untitled')} />
      )}
      {primary && button(primary, true)}
      <div className={styles.others}>
        {canEdit && button('edit', false)}
        {others.map((action) => button(action, false))}
        {JUDGED.includes(entry.entry_status) && button('score_sheet', false)}
        {isCallOpen && !entry.studio && button('duplicate', false)}
        {last.map((action) => button(action, false))}
      </div>
      {removal.dialog}
    </div>
  )
}
