import { ReasonField } from '../common/reason-dialog.tsx'
import { api, callApi, failureOf } from '@awards/shared/client'
import { judge, type Output } from '@awards/shared/contract'
import { translateMessage } from '@awards/shared/i18n'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Button, Form, Progress } from 'antd'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { AssignDrawer, type AssignmentPreview } from './assign-drawer.tsx'
import { Toolbar } from '../common/toolbar.tsx'
import styles from './bulk-bar.module.css'
import { ZipButton } from './list-files.tsx'
import type { Selection } from './table/use-selection.ts'
import type { ListInput } from './use-chair-filters.ts'
import { useDispatch } from 'react-redux'

/** The most entries that one call takes. */
const BATCH = 200

/** How often each thing has happened: `shown`, `skipped.NO_LICENCE` and so on. */
type Tally = Readonly<Record<string, number>>
type Send = (ids: string[]) => Promise<Tally>
type Work = {
  state: 'running' | 'failed' | 'cancelled' | 'done'
  done: number
  total: number
  tally: Tally
  error: ReturnType<typeof failureOf> | undefined
}

const added = (one: Tally, other: Tally): Tally => {
  const sum: Record<string, number> = { ...one }
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Does something with many entries, a batch at a time; what failed or was stopped can go on. */
function useBatches(onSent: (ids: readonly string[]) => void) {
  const [work, setWork] = useState<Work>()
  const dispatch = useDispatch()
  const task = useRef<{ send: Send; left: string[] }>(undefined)
  const isStopped = useRef(false)

  async function go(begun: Work) {
    const now = task.current
    if (!now) return
    isStopped.current = false
    let state: Work = { ...begun, state: 'running', error: undefined }
    setWork(state)
    while (now.left.length > 0 && !isStopped.current) {
      const batch = now.left.slice(0, BATCH)
      try {
        const tally = await now.send(batch)
        now.left = now.left.slice(batch.length)
        state = { ...state, done: state.done + batch.length, tally: added(state.tally, tally) }
        onSent(batch)
      } catch (error) {
        state = { ...state, state: 'failed', error: failureOf(error) }
        break
      }
      setWork(state)
    }
    if (state.state === 'running')
      state = { ...state, state: now.left.length > 0 ? 'cancelled' : 'done' }
    setWork(state)
    dispatch(api.util.invalidateTags(['judging']))
  }

  return {
    work,
    start(ids: Iterable<string>, send: Send) {
      const left = [...ids]
      task.current = { send, left }
      return go({ state: 'running', done: 0, total: left.length, tally: {}, error: undefined })
    },
    resume: () => (work ? go(work) : undefined),
    stop: () => (isStopped.current = true),
    close: () => setWork(undefined),
  }
}

type BatchProgressProps = {
  batches: ReturnType<typeof useBatches>
  /** Pairs of entry and juror that the server has refused, each with its reason. */
  refused: readonly string[]
}

/** Lines of a tally that say that something is other than before. */
const CHANGES = ['shown', 'hidden', 'assigned', 'removed'] as const
const STATUSES = {
  running: 'active',
  done: 'success',
  failed: 'exception',
  cancelled: 'normal',
  // Nobody takes it for done.
  nothing: 'normal',
} as const

/** How far work on many entries has come, what it has done, and what became of the rest. */
function BatchProgress({ batches, refused }: BatchProgressProps) {
  const { t } = useTranslation('jurytable')
  const { work } = batches
  if (!work) return null
  const { state, done, total, tally, error } = work
  const isWithoutEffect =
    state === 'done' &&
    !CHANGES.some((key) => (tally[key] ?? 0) > 0) &&
    Object.keys(tally).length > 0
  const sentence =
    error && [error.msg].flat().map((msg) => typeof msg === 'string' && translateMessage(msg))
  return (
    <section className={styles.panel} aria-label={t('batch.label')}>
      <Progress
        percent={Math.round((done / Math.max(total, 1)) * 100)}
        size="small"
        status={STATUSES[isWithoutEffect ? 'nothing' : state]}
        aria-label={t('batch.label')}
      />
      <p className={styles.state} role="status">
        {t(`batch.${isWithoutEffect ? 'nothing' : state}`, { done, count: total })} {sentence}
      </p>
      <ul className={styles.tally} role="list">
        {Object.entries(tally)
          .filter(([, count]) => count > 0)
          .map(([key, count]) => (
            <li key={key} className={key.startsWith('skipped') ? styles.skipped : ''}>
              {t(`tally.${key}`, { count })}
            </li>
          ))}
      </ul>
      {refused.length > 0 && (
        <details className={styles.refused}>
          <summary>{t('refused', { count: refused.length })}</summary>
          <ul role="list">
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <div className={styles.actions}>
        {state === 'running' && (
          <Button size="small" onClick={batches.stop}>
            {t('batch.stop')}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button size="small" type="primary" onClick={() => void batches.resume()}>
            {t('batch.resume')}
          </Button>
        )}
        {state !== 'running' && (
          <Button size="small" onClick={batches.close}>
            {t('batch.close')}
          </Button>
        )}
      </div>
    </section>
  )
}

type HideDialogProps = {
  isOpen: boolean
  count: number
  onClose: () => void
  onHide: (reason: string) => void
}

/** Hiding a winner needs a reason, since the certificate is suspended with it. */
function HideDialog({ isOpen, count, onClose, onHide }: HideDialogProps) {
  const { t } = useTranslation('jury')
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('hide.title', { count })}
      text={t('hide.text')}
      confirm={t('hide.confirm')}
      form={form}
      onClose={onClose}
      onSend={({ reason }) => onHide(reason)}
    >
      <ReasonField rows={2} />
    </FormDialog>
  )
}

type BulkBarProps = {
  selection: Selection
  total: number
  input: ListInput
}

type Pair = Output<typeof judge.assignSubJudge>['results'][number]

/** The pairs of a refusal; any other failure goes on. */
function pairsOf(error: unknown): { results: Pair[] } {
  const failure = failureOf(error)
  const results = failure.kind === 'business' ? failure.data?.['results'] : undefined
  if (!Array.isArray(results)) throw error
  return { results: results as Pair[] }
}

const tallyOf = (reasons: readonly { reason: string }[]): Tally =>
  Object.fromEntries(
    [...Map.groupBy(reasons, ({ reason }) => `skipped.${reason}`)].map(([key, all]) => [
      key,
      all.length,
    ]),
  )

/** What can be done with the chosen entries, two hundred in a call. It stands below the list while some are chosen. */
export const BulkBar = memo(function BulkBar(props: BulkBarProps) {
  const { selection, total, input } = props
  const { t } = useTranslation(['jurytable', 'jury'])
  const can = useCapability()
  const [open, setOpen] = useState<'assign' | 'hide'>()
  const batches = useBatches(selection.drop)
  const [refused, setRefused] = useState<readonly string[]>([])
  const { selected } = selection
  const none = selected.size === 0
  // A second action at the same time would leave each entry to whichever call came last.
  const isRunning = batches.work?.state === 'running'

  const setShown = (is_show: boolean, reason?: string) => {
    setOpen(undefined)
    void batches.start(selected, async (apply_order_ids) => {
      const given = { apply_order_ids, is_show, ...(reason && { reason }) }
      const { updated, skipped } = await callApi(judge.batchShow, given)
      return { [is_show ? 'shown' : 'hidden']: updated.length, ...tallyOf(skipped) }
    })
  }
  const assign = (juror_ids: string[], mode: 'add' | 'remove', preview: AssignmentPreview) => {
    setOpen(undefined)
    setRefused([])
    const entryOf = new Map(preview.entries.map((entry) => [entry.apply_order_id, entry]))
    const nameOf = new Map(preview.jurors.map(({ juror_id, name }) => [juror_id, name]))
    const inWords = ({ apply_order_id, juror_id, reason }: Pair) => {
      const entry = entryOf.get(apply_order_id)
      const kind = reason?.replace(/^COI_/, '').toLowerCase() ?? ''
      const why = reason === 'SCORED' ? t('jury:assign.isScored') : t(`jury:conflict.${kind}`)
      return `${entry?.judging_no ?? apply_order_id} ${entry?.title ?? ''} · ${nameOf.get(juror_id)}: ${why}`
    }
    void batches.start(selected, async (apply_order_ids) => {
      const given = { apply_order_ids, juror_ids, mode }
      // A call of which every pair is refused changes nothing and fails; it says the same of each pair.
      const { results } = await callApi(judge.assignSubJudge, given).catch(pairsOf)
      const pairs = results.filter(({ result }) => result === 'refused')
      setRefused((before) => [...before, ...pairs.map(inWords)])
      const of = (wanted: string) => results.filter(({ result }) => result === wanted).length
      return {
        assigned: of('assigned'),
        removed: of('removed'),
        unchanged: of('unchanged'),
        'skipped.refused': of('refused'),
      }
    })
  }

  return (
    <>
      <div className={none && !batches.work ? styles.nothing : styles.foot}>
        <BatchProgress batches={batches} refused={refused} />
        {!none && (
          <Toolbar label={t('bulk.label')} className={styles.bar}>
            <span className={styles.count} role="status">
              {t('bulk.selected', { count: selected.size })}
            </span>
            <Button size="small" type="text" onClick={selection.clear}>
              {t('bulk.clear')}
            </Button>
            {selected.size < total && (
              <Button
                size="small"
                type="text"
                loading={selection.isAsking}
                onClick={() => void selection.all()}
              >
                {t('selectAll', { count: total })}
              </Button>
            )}
            <span className={styles.room} />
            {can('can_download') && <ZipButton input={input} selected={selected} />}
            {can('can_publish') && (
              <>
                <Button size="small" disabled={isRunning} onClick={() => setShown(true)}>
                  {t('bulk.show')}
                </Button>
                <Button size="small" disabled={isRunning} onClick={() => setOpen('hide')}>
                  {t('bulk.hide')}
                </Button>
              </>
            )}
            {can('can_assign') && (
              <Button
                size="small"
                type="primary"
                disabled={isRunning}
                onClick={() => setOpen('assign')}
              >
                {t('bulk.assign')}
              </Button>
            )}
          </Toolbar>
        )}
      </div>
      <AssignDrawer
        isOpen={open === 'assign'}
        ids={selected}
        onClose={() => setOpen(undefined)}
        onAssign={assign}
      />
      <HideDialog
        isOpen={open === 'hide'}
        count={selected.size}
        onClose={() => setOpen(undefined)}
        onHide={(reason) => setShown(false, reason)}
      />
    </>
  )
})
