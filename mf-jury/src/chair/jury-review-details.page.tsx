import { paths } from '@awards/shared/paths'
import { Desk, LinkButton, QueryState } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { FigureDisclosure } from '@awards/shared/entries/figure-derivation'
import { EntryHead, JuryEntryDetail } from '../common/entry-detail.tsx'
import { entries, judgeAdded, type JurorEntryInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Button, App, Form, Input } from 'antd'
import { lazy, useState, type ReactNode } from 'react'
import { dayIn, endOfDayIn, ENTRY_STATUS } from '@awards/shared/domain'
import { siteConfiguration, useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  EntrySplit,
  EntrySteps,
  isEntryId,
  NoEntry,
  SPLITS,
  useSplit,
} from '../split/entry-frame.tsx'
import { DeliberationPanel } from '../deliberation/deliberation-panel.tsx'
import { DecisionPanel, SidePanel } from './decision-panel.tsx'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { useDeskNav } from '../desk/desk-nav.ts'
import { useDeskActions } from '../frame/desk-actions.ts'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { CHAIR_KEYS } from '../frame/keys-dialog.tsx'
import { useEntryPlace, useLeftTable } from './split/entry-place.ts'
import styles from './jury-review-details.module.css'
import { useCapability } from '../common/use-capability.ts'
import { ReasonDialog } from '../common/reason-dialog.tsx'
import { PinDialog } from '../desk/members/pin-dialog.tsx'
import '../desk/register-texts.ts'

type CorrectionDialogProps = {
  id: string
  /** When judging begins: the last moment for a correction. */
  until: string
  onClose: () => void
}
/** The day is sent as its last moment. */
type Values = { note: string; due_at: string }

const WEEK_MS = 7 * 86_400_000

/** Hands an entry back to its entrant, with what has to be put right and until when. */
function CorrectionDialog({ id, until, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [request, { isLoading, error }] = useApiMutation(judgeAdded.requestCorrection)
  const latest = new Date(until).getTime()
  const zone = siteConfiguration().time_zone

  const send = async ({ note, due_at: day }: Values) => {
    const due_at = new Date(Math.min(endOfDayIn(zone, day), latest)).toISOString()
    const result = await request({ apply_order_id: id, note, due_at })
    if ('error' in result) return
    const date = format.date(result.data.correction_due_at, 'datetime')
    void message.success(t('correction.sent', { date }))
    onClose()
  }
  return (
    <FormDialog<Values>
      title={t('correction.title')}
      text={t('correction.text')}
      confirm={t('correction.confirm')}
      form={form}
      initialValues={{ due_at: dayIn(new Date(Math.min(Date.now() + WEEK_MS, latest)), zone) }}
      isSending={isLoading}
      error={error}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="note"
        label={t('correction.note')}
        rules={[{ required: true, min: 5, whitespace: true, message: t('correction.noteNeeded') }]}
      >
        <Input.TextArea maxLength={1000} rows={4} showCount />
      </Form.Item>
      <Form.Item
        name="due_at"
        label={t('correction.due')}
        extra={t('correction.dueHint', { date: format.date(until, 'datetime') })}
        rules={[{ required: true, message: t('correction.dueNeeded') }]}
      >
        <Input type="date" min={dayIn(new Date(), zone)} max={dayIn(new Date(latest), zone)} />
      </Form.Item>
    </FormDialog>
  )
}

/** How the decision on an entry came about, the latest step first: who, when, which level, and why. */
export function HistoryPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { history } = info
  if (!history || history.length === 0) return null
  return (
    <SidePanel title={t('history.title')}>
      <ol role="list" className={styles.steps}>
        {history.map(({ kind, award, reason, by, at }) => (
          <li key={`${at} ${kind} ${by}`}>
            <strong>{t(`history.${kind}`)}</strong>
            {award && ` · ${award.name}`}
            <small className={styles.by}>
              {format.date(at, 'datetime')}
              {by && ` · ${by}`}
            </small>
            {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}

const S = ENTRY_STATUS
const IN_COMPETITION: readonly number[] = [S.registered, S.admitted, S.in_judging, S.decided]

/** The organiser's actions on an entry besides the decision. */
function OrganiserPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const can = useCapability()
  const [open, setOpen] = useState<'pin' | 'revoke' | 'disqualify'>()
  const [revoke, revoking] = useApiMutation(judgeAdded.revokeAward)
  const [disqualify, disqualifying] = useApiMutation(judgeAdded.disqualify)
  const { apply_order_id, edition, entry_status } = info
  const mayRevoke = can('can_publish') && entry_status === S.awarded
  const mayDisqualify = can('can_publish') && IN_COMPETITION.includes(entry_status)
  if (!can('can_assign') && !mayRevoke && !mayDisqualify) return null

  const send = async (step: 'revoke' | 'disqualify', reason: string) => {
    const act = step === 'revoke' ? revoke : disqualify
    const result = await act({ apply_order_id, reason })
    if ('error' in result) return
    void message.success(t(step === 'revoke' ? 'steps.revoked' : 'steps.disqualified'))
    setOpen(undefined)
  }
  return (
    <SidePanel title={t('steps.title')}>
      <div className={styles.actions}>
        {can('can_assign') && (
          <>
            <LinkButton
              size="small"
              to={paths.juryDesk({
                view: 'sheets',
                edition_id: edition.id,
                redact: apply_order_id,
              })}
            >
              {t('steps.redact')}
            </LinkButton>
            <Button size="small" onClick={() => setOpen('pin')}>
              {t('steps.pin')}
            </Button>
          </>
        )}
        {mayRevoke && (
          <Button size="small" danger onClick={() => setOpen('revoke')}>
            {t('steps.revoke')}
          </Button>
        )}
        {mayDisqualify && (
          <Button size="small" danger onClick={() => setOpen('disqualify')}>
            {t('steps.disqualify')}
          </Button>
        )}
      </div>
      {open === 'pin' && (
        <PinDialog
          editionId={edition.id}
          entryId={apply_order_id}
          onClose={() => setOpen(undefined)}
        />
      )}
      {(open === 'revoke' || open === 'disqualify') && (
        <ReasonDialog
          title={t(`steps.${open}`)}
          text={t(`steps.${open}Text`)}
          confirm={t(`steps.${open}`)}
          isDanger
          isLoading={revoking.isLoading || disqualifying.isLoading}
          error={open === 'revoke' ? revoking.error : disqualifying.error}
          onClose={() => setOpen(undefined)}
          onSend={(reason) => void send(open, reason)}
        />
      )}
    </SidePanel>
  )
}

/** Checks before admission, and the return of the entry to its entrant. */
function CorrectionPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const [isAsking, setIsAsking] = useState(false)
  const format = useFormat()
  const { warnings, correction, correction_until: until, apply_order_id } = info
  if (warnings.length === 0 && !until && !correction) return null
  return (
    <SidePanel title={t('correction.heading')}>
      <div className={styles.parts}>
        {warnings.length > 0 && (
          <ul className={styles.warnings}>
            {warnings.map(({ detail, similar }) => (
              <li key={detail}>
                {similar
                  ? t(similar.is_own ? 'correction.own' : 'correction.similar', similar)
                  : detail}
              </li>
            ))}
          </ul>
        )}
        {correction && (
          <div className={styles.asked}>
            <p>{t('correction.asked', { date: format.date(correction.due_at, 'datetime') })}</p>
            <blockquote>{correction.note}</blockquote>
          </div>
        )}
        {until && <Button onClick={() => setIsAsking(true)}>{t('correction.ask')}</Button>}
        {until && isAsking && (
          <CorrectionDialog id={apply_order_id} until={until} onClose={() => setIsAsking(false)} />
        )}
      </div>
    </SidePanel>
  )
}

/** One entry as the chair sees it: the work, what the jury says, and the decision. */
export function Component() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  if (!isEntryId(id)) return <NoEntry id={id} back={paths.juryReview} />
  return (
    <Desk>
      <AgreementGate>
        <EntryDesk id={id} />
      </AgreementGate>
    </Desk>
  )
}

/** The entry is what one waits for; the list beside it comes after. */
const ChairRail = lazy(() =>
  import('./split/chair-rail.tsx').then((m) => ({ default: m.ChairRail })),
)

/** The entry, with the list that it was opened from beside it. */
function EntryDesk({ id }: { id: string }) {
  const { t } = useTranslation('juryframe')
  const navigate = useNavigate()
  const table = useLeftTable()
  const place = useEntryPlace(id, table)
  const split = useSplit(SPLITS.chair)
  useShortcuts({
    j: place.next,
    k: place.previous,
    s: split.isPossible ? split.toggle : undefined,
    b: () => void navigate(table.back),
  })
  useDeskActions(
    split.isPossible ? [{ key: 'list', label: t('action.list'), run: split.toggle }] : [],
  )
  return (
    <>
      <DeskFrame views={useDeskNav()} current="table" keys={CHAIR_KEYS.entry} />
      <EntrySplit split={split} list={<ChairRail table={table} id={id} index={place.index} />}>
        <div className={styles.entry}>
          <ChairEntry
            key={id}
            id={id}
            back={table.back}
            steps={<EntrySteps place={place} split={split} />}
          />
        </div>
      </EntrySplit>
    </>
  )
}

type ChairEntryProps = { id: string; back: string; steps: ReactNode }

function ChairEntry({ id, back, steps }: ChairEntryProps) {
  const query = useApiQuery(entries.info, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(info) =>
        info.projection === 'juror' && (
          <>
            <EntryHead info={info} back={back} actions={steps} />
            <div className={styles.columns}>
              <JuryEntryDetail info={info} />
              <div className={styles.side}>
                <CorrectionPanel info={info} />
                <DecisionPanel info={info} />
                <OrganiserPanel info={info} />
                <HistoryPanel info={info} />
              </div>
            </div>
            <DeliberationPanel id={info.apply_order_id} editionId={info.edition.id} />
            <FigureDisclosure id={info.apply_order_id} namespace="jury" isOpen />
          </>
        )
      }
    </QueryState>
  )
}
