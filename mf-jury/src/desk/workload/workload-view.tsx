import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { QueryState, EmptyState, SectionHeading, Tag } from '@awards/shared/ui'
import { App, Button, Checkbox, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastMoment } from '../../common/format.ts'
import { useCapability } from '../../common/use-capability.ts'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, DeskSelect, useDeskScope } from '../desk-bar.tsx'
import { juryDesk, type CoverageRow, type Output, type WorkloadRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import { ShareBar, ShareLegend } from './share-bar.tsx'
import styles from './workload-view.module.css'
import { PlanDrawer } from './plan-drawer.tsx'
import remindStyles from './remind-dialog.module.css'

type ReminderPreview = Output<typeof juryDesk.remindJurors>

type RemindDialogProps = {
  preview: ReminderPreview
  isSending: boolean
  onClose: () => void
  onSend: () => void
}

/** Who gets a reminder, who does not and why, and what it says; nothing has been sent yet. */
function RemindDialog({ preview, isSending, onClose, onSend }: RemindDialogProps) {
  const { t } = useTranslation('jurydesk')
  const { mail, sent, skipped } = preview
  return (
    <Modal
      open
      title={t('work.remind', { count: sent.length })}
      okText={t('work.send', { count: sent.length })}
      okButtonProps={{ disabled: sent.length === 0 }}
      confirmLoading={isSending}
      onOk={onSend}
      onCancel={onClose}
    >
      <ul role="list" className={remindStyles.skipped}>
        {[...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, some]) => (
          <li key={reason}>{t(`work.skipped.${reason}`, { count: some.length })}</li>
        ))}
      </ul>
      {mail && (
        <figure className={remindStyles.mail}>
          <figcaption className={remindStyles.subject}>{mail.subject}</figcaption>
          <pre className={remindStyles.text}>{mail.text}</pre>
          <p className={remindStyles.note}>{t('work.previewNote')}</p>
        </figure>
      )}
    </Modal>
  )
}

type CoverageProps = { rows: readonly CoverageRow[]; editionId: string | undefined }

/** How many entries of each category have the votes they need. */
function Coverage({ rows, editionId }: CoverageProps) {
  const { t } = useTranslation('jurydesk')
  return (
    <section aria-labelledby="coverage">
      <SectionHeading id="coverage" size="small">
        {t('work.coverage')}
      </SectionHeading>
      {rows.length === 0 && (
        <EmptyState title={t('work.noCategories')}>{t('work.noCategoriesText')}</EmptyState>
      )}
      <ShareLegend
        label={t('work.key.legend')}
        parts={[
          ['done', t('work.key.seated')],
          ['begun', t('work.key.seating')],
          ['short', t('work.key.unseatedShort')],
        ]}
      />
      <ul className={styles.rows} role="list">
        {rows.map((row) => (
          <li key={row.category.id} className={styles.row}>
            <p className={styles.head}>
              <Link
                to={paths.juryDesk({
                  view: 'board',
                  edition_id: editionId,
                  category_id: row.category.id,
                })}
              >
                {row.category.name}
              </Link>
              <span>{t('work.reached', { reached: row.with_quorum, of: row.entries })}</span>
            </p>
            <ShareBar
              total={row.entries}
              parts={[
                { value: row.with_quorum, tone: 'done' },
                { value: row.entries - row.with_quorum - row.without_seats, tone: 'begun' },
                { value: row.without_seats, tone: 'short' },
              ]}
            />
            <p className={styles.numbers}>
              {row.missing_votes > 0 && (
                <span>{t('work.missing', { count: row.missing_votes })}</span>
              )}
              {row.without_seats > 0 && (
                <span className={styles.short}>
                  {t('work.unseated', { count: row.without_seats })}
                </span>
              )}
              {row.to_discuss > 0 && (
                <span className={styles.short}>{t('work.discuss', { count: row.to_discuss })}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type JurorLoadProps = {
  row: WorkloadRow
  /** The most that one juror has, so that the bars can be compared. */
  busiest: number
  isChosen: boolean
  /** The search has led here. */
  isFound: boolean
  onChoose: ((isOn: boolean) => void) | undefined
}
const NUMBERS = ['draft', 'abstained', 'recused', 'conflicts'] as const

/** One juror's load, progress and last activity. */
function JurorLoad({ row, busiest, isChosen, isFound, onChoose }: JurorLoadProps) {
  const { t } = useTranslation('jurydesk')
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFound) line.current?.scrollIntoView({ block: 'center' })
  }, [isFound])
  const format = useFormat()
  const begun = row.opened + row.draft
  return (
    <li
      ref={line}
      className={isFound ? styles.foundRow : styles.loadRow}
      aria-current={isFound || undefined}
    >
      <span className={styles.name}>
        {onChoose && (
          <Checkbox
            checked={isChosen}
            aria-label={t('work.chooseOne', { name: row.name })}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <span>
          <strong>{row.name}</strong>
          <small>{row.categories.map(({ name }) => name).join(', ')}</small>
        </span>
      </span>
      <span className={styles.load}>
        <span>{t('work.scored', { submitted: row.submitted, assigned: row.assigned })}</span>
        <ShareBar
          total={busiest}
          parts={[
            { value: row.submitted, tone: 'done' },
            { value: begun, tone: 'begun' },
            {
              value: Math.max(0, row.assigned - row.submitted - begun - row.abstained),
              tone: 'short',
            },
          ]}
        />
      </span>
      <span className={styles.loadNumbers}>
        {NUMBERS.filter((name) => row[name] > 0).map((name) => (
          <span key={name}>{t(`work.${name}`, { count: row[name] })}</span>
        ))}
      </span>
      <span className={styles.last}>
        {!row.agreement_signed && <Tag tone="warning">{t('work.unsigned')}</Tag>}
        <span>
          {row.last_active_at
            ? t('work.active', { date: format.date(row.last_active_at, 'datetime') })
            : t('work.never')}
        </span>
        {row.reminded_at && (
          <span>{t('work.reminded', { date: format.date(row.reminded_at, 'short') })}</span>
        )}
      </span>
    </li>
  )
}

type JurorLoadsProps = {
  rows: readonly WorkloadRow[]
  editionId: string | undefined
  /** The juror to whom the search has led. */
  found: string | undefined
}

/** Each juror's share of the work; those who have some left can be reminded by mail. */
function JurorLoads({ rows, editionId, found }: JurorLoadsProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const can = useCapability()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [remind, { isLoading }] = useApiMutation(juryDesk.remindJurors)
  const [preview, setPreview] = useState<ReminderPreview>()
  const asked = { juror_ids: [...chosen], ...(editionId && { edition_id: editionId }) }

  const look = async () => {
    const { data } = await remind({ ...asked, dry_run: true })
    setPreview(data)
  }
  const send = async () => {
    const { data } = await remind(asked)
    if (!data) return
    setPreview(undefined)
    if (data.sent.length > 0) void message.success(t('work.sent', { count: data.sent.length }))
    for (const [reason, some] of Map.groupBy(data.skipped, (one) => one.reason)) {
      void message.warning(t(`work.skipped.${reason}`, { count: some.length }))
    }
    setChosen([])
  }
  const toggle = (id: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  const busiest = Math.max(1, ...rows.map(({ assigned }) => assigned))
  return (
    <section aria-labelledby="loads">
      <SectionHeading
        id="loads"
        size="small"
        aside={
          can('can_assign') && (
            <Button
              size="small"
              disabled={chosen.length === 0}
              title={chosen.length === 0 ? t('work.choose') : ''}
              loading={isLoading}
              onClick={() => void look()}
            >
              {t('work.remind', { count: chosen.length })}
            </Button>
          )
        }
      >
        {t('work.jurors', { count: rows.length })}
      </SectionHeading>
      {preview && (
        <RemindDialog
          preview={preview}
          isSending={isLoading}
          onClose={() => setPreview(undefined)}
          onSend={() => void send()}
        />
      )}
      {rows.length === 0 && (
        <EmptyState title={t('work.noJurors')}>{t('work.noJurorsText')}</EmptyState>
      )}
      <ShareLegend
        label={t('work.key.legend')}
        parts={[
          ['done', t('work.key.done')],
          ['begun', t('work.key.begun')],
          ['short', t('work.key.short')],
        ]}
      />
      <ul className={styles.loadRows} role="list">
        {rows.map((row) => (
          <JurorLoad
            key={row.juror_id}
            row={row}
            busiest={busiest}
            isChosen={chosen.includes(row.juror_id)}
            isFound={row.juror_id === found}
            onChoose={can('can_assign') ? (isOn) => toggle(row.juror_id, isOn) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

const LEVELS = ['2', '3'] as const
const NAMES = ['edition_id', 'level', 'juror_id'] as const

/** Workload view: vote coverage per category, and each juror's progress. */
export function WorkloadView() {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const format = useFormat()
  const can = useCapability()
  const { filters, wrong, change, clear } = useFilters(NAMES)
  const { editionId: edition_id, phase } = useDeskScope()
  const [isPlanning, setIsPlanning] = useState(false)
  const secondByPhase = (phase?.phase ?? 0) >= 5
  const level = filters.level ?? (secondByPhase ? '3' : '2')
  const query = useApiQuery(juryDesk.workload, { edition_id, level }, { skip: !edition_id })
  const mayPlan = phase?.capabilities.can_assign ?? false

  return (
    <>
      <DeskBar
        onChange={change}
        actions={
          can('can_assign') && (
            <Button
              type="primary"
              disabled={!mayPlan}
              title={mayPlan ? '' : t('work.later')}
              onClick={() => setIsPlanning(true)}
            >
              {t('plan.open')}
            </Button>
          )
        }
      >
        <DeskSelect
          label={t('work.level')}
          value={level}
          options={LEVELS.map((value) => ({ value, label: t(`jury:assign.level${value}`) }))}
          onChange={(chosen) => change({ level: chosen })}
        />
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      <QueryState query={query}>
        {(work) => (
          <>
            <p className={styles.facts}>
              {t('work.quorum', { count: work.quorum })}
              {work.due_at &&
                ` · ${t('work.due', { date: format.date(lastMoment(work.due_at), 'datetime') })}`}
            </p>
            <Coverage rows={work.categories} editionId={edition_id} />
            <JurorLoads
              key={level}
              rows={work.jurors}
              editionId={edition_id}
              found={filters.juror_id}
            />
          </>
        )}
      </QueryState>
      {isPlanning && edition_id && (
        <PlanDrawer
          editionId={edition_id}
          level={level === '3' ? 3 : 2}
          onClose={() => setIsPlanning(false)}
        />
      )}
    </>
  )
}
