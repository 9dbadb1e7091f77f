import {
  judge,
  type JudgeRow,
  type JurorEntryInfo,
  type Output,
  publication,
} from '@awards/shared/contract'
import { openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { Button, App, Checkbox, Input, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/entry-marks.tsx'
import { Figures } from '../common/figures.tsx'
import { useFigure } from '../common/format.ts'
import { useCapability } from '../common/use-capability.ts'
import { AssignDrawer } from './assign-drawer.tsx'
import { useUnsavedWork } from '@awards/shared/session'
import { useProblem, ErrorNote } from '../common/error-note.tsx'
import styles from './decision-panel.module.css'
import { mayChooseAward, type EntryFeeStatus, type WinnerFeeStatus } from '@awards/shared/domain'
import { StatusTag } from '@awards/shared/ui'
import { FeeDialog, feeTargets, type Fee } from './fee-dialog.tsx'
import sideStyles from './side-panel.module.css'

/** A part of an entry's page that stands beside the pictures, under a heading of its own. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={sideStyles.panel} aria-labelledby={id}>
      <h2 id={id} className={sideStyles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type AwardFormProps = { info: JurorEntryInfo; isDivergent: boolean }

/** The chair's decision; what stands in its way is said next to the button. */
function AwardForm({ info, isDivergent }: AwardFormProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const id = useId()
  const { data: awards = [] } = useApiQuery(publication.getAward, {}, { skipErrorHandler: false })
  const [decide, { isLoading, error, reset }] = useApiMutation(judge.award)
  const [awardId, setAwardId] = useState(info.award?.id)
  const [reason, setReason] = useState('')
  const [isClosing, setIsClosing] = useState(false)
  const problem = useProblem(error)
  useUnsavedWork(reason.trim() !== '')
  if (!info.can_award) return <p className={styles.closed}>{t('panel.closed')}</p>

  const send = async (award_id: string | null) => {
    const text = reason.trim()
    const result = await decide({
      apply_order_id: info.apply_order_id,
      award_id,
      version: info.decision_version,
      ...(text && { reason: text }),
      ...(isClosing && { close_divergence: true }),
    })
    if ('error' in result) return
    reset()
    setReason('')
    setIsClosing(false)
    void message.success(t(award_id ? 'panel.awarded' : 'panel.cleared'))
  }
  return (
    <div className={styles.form}>
      <label htmlFor={`${id}-level`} className={styles.label}>
        {t('own.level')}
      </label>
      <Select
        id={`${id}-level`}
        value={awardId ?? null}
        placeholder={t('panel.choose')}
        onChange={(value: string) => setAwardId(value)}
        options={awards
          .filter(
            ({ id: value, code }) => value === info.award?.id || mayChooseAward(code, null, 1),
          )
          .map(({ id: value, name, min_score }) => ({
            value,
            label: min_score === null ? name : t('panel.from', { name, score: min_score }),
          }))}
      />
      <label htmlFor={`${id}-reason`} className={styles.label}>
        {t('panel.reason')}
      </label>
      <Input.TextArea
        id={`${id}-reason`}
        value={reason}
        maxLength={500}
        rows={1}
        onChange={(event) => setReason(event.target.value)}
      />
      {isDivergent && (
        <Checkbox checked={isClosing} onChange={(event) => setIsClosing(event.target.checked)}>
          {t('panel.closeDivergence')}
        </Checkbox>
      )}
      <ErrorNote text={problem} />
      <div className={styles.buttons}>
        <Button
          type="primary"
          disabled={!awardId}
          loading={isLoading}
          onClick={() => awardId && void send(awardId)}
        >
          {t('panel.award')}
        </Button>
        {info.award && (
          <Button loading={isLoading} onClick={() => void send(null)}>
            {t('panel.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Who reviews the entry, and how far each has come. */
function SeatList({ seats }: { seats: Output<typeof judge.getSubJudges> }) {
  const { t } = useTranslation('jury')
  const seated = seats.list.filter(
    ({ assigned, assignment_status }) => assigned || assignment_status === 5,
  )
  return (
    <section className={styles.seats} aria-label={t('panel.jurors')}>
      <h3 className={styles.seatHeading}>{t('panel.jurors')}</h3>
      {seated.length === 0 && <p className={styles.none}>{t('panel.noJurors')}</p>}
      <ul className={styles.list}>
        {seated.map((one) => (
          <li key={`${one.juror_id}-${one.level}`}>
            <span>{one.name}</span>
            <span className={one.assignment_status === 3 ? styles.done : styles.open}>
              {t(`seat.${one.assignment_status}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type AssignEntryProps = { isOpen: boolean; id: string; onClose: () => void }

/** Gives one entry to jurors. */
function AssignEntry({ isOpen, id, onClose }: AssignEntryProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [assign, { isLoading }] = useApiMutation(judge.assignSubJudge)

  const send = async (juror_ids: string[], mode: 'add' | 'remove') => {
    const { data } = await assign({ apply_order_ids: [id], juror_ids, mode })
    if (!data) return
    const refused = data.results.filter(({ result }) => result === 'refused').length
    const done = data.results.filter(({ result }) => /assigned|removed/.test(result)).length
    if (refused > 0) void message.warning(t('assign.refused', { count: refused }))
    if (done > 0) void message.success(t('assign.done', { count: done }))
    onClose()
  }
  return (
    <AssignDrawer
      isOpen={isOpen}
      isBusy={isLoading}
      ids={new Set([id])}
      onClose={onClose}
      onAssign={(jurors, mode) => void send(jurors, mode)}
    />
  )
}

/** The fees of an entry, for those who look after them. */
function FeePanel({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jury')
  const [fee, setFee] = useState<Fee>()
  const { entry_fee_status: entry, winner_fee_status: winner } = row
  if (entry === null || winner === null) return null
  const change = (kind: Fee, status: number) =>
    feeTargets(kind, status).length > 0 && (
      <Button size="small" onClick={() => setFee(kind)}>
        {t('fee.change')}
      </Button>
    )
  return (
    <section className={styles.fees} aria-label={t('column.fees')}>
      <h3 className={styles.heading}>{t('column.fees')}</h3>
      <p className={styles.fee}>
        <span>{t('fee.entry')}</span>
        <StatusTag kind="entry_fee" status={entry as EntryFeeStatus} />
        {change('entry', entry)}
      </p>
      {winner > 0 && (
        <p className={styles.fee}>
          <span>{t('fee.winner')}</span>
          <StatusTag kind="winner_fee" status={winner as WinnerFeeStatus} />
          {change('winner', winner)}
        </p>
      )}
      {fee && (
        <FeeDialog
          fee={fee}
          id={row.apply_order_id}
          entryNo={row.entry_no}
          version={row.version}
          status={fee === 'entry' ? entry : winner}
          onClose={() => setFee(undefined)}
        />
      )}
    </section>
  )
}

/** What the jury says of an entry, who has said it, and the chair's decision. */
export function DecisionPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const figure = useFigure()
  const can = useCapability()
  const [isAssigning, setIsAssigning] = useState(false)
  const { apply_order_id, judging_no, edition } = info
  const { data } = useApiQuery(judge.judgeEntryList, {
    keyword: judging_no,
    edition_id: edition.id,
  })
  const { data: seats } = useApiQuery(judge.getSubJudges, { apply_order_id })
  const [zip, { isLoading }] = useApiMutation(judge.downloadZip)
  const row = data?.list.find((one) => one.apply_order_id === apply_order_id)

  const download = async () => {
    const { data: file } = await zip({ apply_order_id })
    if (file) openFile(file.url)
  }
  return (
    <SidePanel title={t('panel.title')}>
      <p className={styles.final}>
        <b>{figure(row?.final_score ?? null)}</b>
        <span>{t('figures.result')}</span>
      </p>
      <DecisionTag award={info.award} status={info.decision_status} />
      {row && <Figures title={t('figures.first')} figures={row.first_level} />}
      {row && row.second_level.votes > 0 && (
        <Figures title={t('figures.second')} figures={row.second_level} />
      )}
      <AwardForm
        info={info}
        isDivergent={Boolean(row?.first_level.is_divergent || row?.second_level.is_divergent)}
      />
      {seats && <SeatList seats={seats} />}
      {row && <FeePanel row={row} />}
      <div className={styles.actions}>
        {can('can_assign') && (
          <Button onClick={() => setIsAssigning(true)}>{t('bulk.assign')}</Button>
        )}
        {can('can_download') && (
          <Button loading={isLoading} onClick={() => void download()}>
            {t('panel.download')}
          </Button>
        )}
      </div>
      <AssignEntry isOpen={isAssigning} id={apply_order_id} onClose={() => setIsAssigning(false)} />
    </SidePanel>
  )
}
