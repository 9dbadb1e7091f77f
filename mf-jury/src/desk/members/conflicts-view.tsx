import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { type ConflictRow, juryDesk } from '@awards/shared/contract'
import { CONFLICT_STATES } from '@awards/shared/domain'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import styles from '../desk-bar.module.css'
import { DeskBar, DeskSelect, useDeskScope } from '../desk-bar.tsx'
import { EntryLink, PagedRows } from '../desk-rows.tsx'
import { ReasonDialog } from '../../common/reason-dialog.tsx'
import rowStyles from '../rows.module.css'
import { useJurorNames, PinDialog } from './pin-dialog.tsx'
import { useFormat } from '@awards/shared/i18n'
import { Tag } from '@awards/shared/ui'

type ConflictLineProps = { row: ConflictRow; onDismiss: (row: ConflictRow) => void }

/** One conflict of interest: entry, juror, kind, and who found it. */
function ConflictLine({ row, onDismiss }: ConflictLineProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const format = useFormat()
  const stands = row.state === 'standing'
  return (
    <li className={rowStyles.row}>
      <EntryLink entry={row} />
      <span className={rowStyles.cell}>
        <span className={rowStyles.strong}>{row.juror.name}</span>
        <small>
          {t(`jury:assign.level${row.juror.level}`, { defaultValue: t('conflicts.chair') })}
        </small>
      </span>
      <span className={rowStyles.cell}>
        <span>{t(`jury:conflict.${row.type}`)}</span>
        <small>
          {t(`conflicts.source.${row.source}`)}
          {row.evidence && ` · ${t(`conflicts.evidence.${row.evidence}`)}`}
          {' · '}
          {format.date(row.at, 'short')}
        </small>
      </span>
      <span className={rowStyles.actions}>
        {row.is_pinned && stands && <Tag tone="info">{t('conflicts.pinned')}</Tag>}
        {!stands && <Tag tone="neutral">{t('conflicts.states.dismissed')}</Tag>}
        {row.can_dismiss && stands && (
          <Button
            size="small"
            aria-label={t('conflicts.dismissOne', { name: row.juror.name, title: row.title })}
            onClick={() => onDismiss(row)}
          >
            {t('conflicts.dismiss')}
          </Button>
        )}
      </span>
    </li>
  )
}

const NAMES = ['edition_id', 'category_id', 'juror_id', 'state', 'keyword'] as const
const CHOICES = { state: CONFLICT_STATES }

/** Conflicts of interest, and those that a chair dismissed. */
export function ConflictsView() {
  const { t } = useTranslation('jurydesk')
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const { editionId: edition_id } = useDeskScope()
  const jurors = useJurorNames(edition_id)
  const { state, ...narrowing } = filters
  const shown = CONFLICT_STATES.find((one) => one === state)
  const query = useApiQuery(
    juryDesk.conflictList,
    { ...narrowing, edition_id, current, ...(shown && { state: shown }) },
    { skip: !edition_id },
  )
  const [dismissed, setDismissed] = useState<ConflictRow>()
  const [isPinning, setIsPinning] = useState(false)
  const [dismiss, { isLoading, error, reset }] = useApiMutation(juryDesk.dismissConflict)
  const leave = () => {
    reset()
    setDismissed(undefined)
  }
  const send = async (conflict_id: string, reason: string) => {
    const result = await dismiss({ conflict_id, reason })
    if (!('error' in result)) leave()
  }
  return (
    <>
      <DeskBar
        category="optional"
        onChange={change}
        actions={<Button onClick={() => setIsPinning(true)}>{t('conflicts.pin')}</Button>}
      >
        <DeskSelect
          label={t('conflicts.juror')}
          value={filters.juror_id}
          options={jurors}
          isOptional
          onChange={(juror_id) => change({ juror_id })}
        />
        <DeskSelect
          label={t('conflicts.state')}
          value={shown}
          options={CONFLICT_STATES.map((value) => ({
            value,
            label: t(`conflicts.states.${value}`),
          }))}
          isOptional
          onChange={(chosen) => change({ state: chosen })}
        />
        <Input.Search
          className={styles.search ?? ''}
          aria-label={t('conflicts.keyword')}
          placeholder={t('conflicts.keyword')}
          defaultValue={filters.keyword ?? ''}
          allowClear
          onSearch={(value) => change({ keyword: value.trim() })}
        />
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      <p className={rowStyles.lead}>{t('conflicts.lead')}</p>
      <PagedRows
        query={query}
        label={t('conflicts.label')}
        empty={{ title: t('conflicts.none'), text: t('conflicts.noneText') }}
        row={(row) => <ConflictLine key={row.conflict_id} row={row} onDismiss={setDismissed} />}
        onPage={(page) => change({ page })}
      />
      {isPinning && <PinDialog editionId={edition_id} onClose={() => setIsPinning(false)} />}
      {dismissed && (
        <ReasonDialog
          title={t('conflicts.dismissOne', { name: dismissed.juror.name, title: dismissed.title })}
          text={t('conflicts.dismissText')}
          confirm={t('conflicts.dismiss')}
          isLoading={isLoading}
          error={error}
          onClose={leave}
          onSend={(reason) => void send(dismissed.conflict_id, reason)}
        />
      )}
    </>
  )
}
