import { useApiQuery } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, DeskSelect } from '../desk-bar.tsx'
import { PagedRows } from '../paged-rows.tsx'
import rowStyles from '../rows.module.css'
import { NARROW, QueryState, useMedia, Tag } from '@awards/shared/ui'
import { Drawer, Button } from 'antd'
import { RedactionEditor } from './redaction-editor.tsx'
import { juryDesk, type Output } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { EntryLink } from '../entry-link.tsx'

type RedactionDrawerProps = { id: string; onClose: () => void }

/** The sheet of one entry as jurors read it, to take out of it what names its makers. */
function RedactionDrawer({ id, onClose }: RedactionDrawerProps) {
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const query = useApiQuery(juryDesk.redaction, { apply_order_id: id })
  return (
    <Drawer open size={isNarrow ? '100%' : 860} title={t('redact.title')} onClose={onClose}>
      <QueryState query={query}>
        {(sheet) => <RedactionEditor key={sheet.version} id={id} sheet={sheet} onSaved={onClose} />}
      </QueryState>
    </Drawer>
  )
}

type ReportLineProps = {
  row: Output<typeof juryDesk.identityReportList>['list'][number]
  onOpen: () => void
}

/** One juror's identity report; redacting the entry closes it. */
function ReportLine({ row, onOpen }: ReportLineProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  return (
    <li className={rowStyles.row}>
      <EntryLink entry={row} />
      <span className={rowStyles.cell}>{row.note}</span>
      <span className={rowStyles.cell}>
        <small>{t('sheets.told', { date: format.date(row.at, 'datetime') })}</small>
        {row.closed_at && (
          <Tag tone="success">
            {t('sheets.closedOn', { date: format.date(row.closed_at, 'short') })}
          </Tag>
        )}
      </span>
      <span className={rowStyles.actions}>
        <Button
          size="small"
          aria-label={t('sheets.redactOne', { title: row.title })}
          onClick={onOpen}
        >
          {t('sheets.redact')}
        </Button>
      </span>
    </li>
  )
}

const STATES = ['open', 'closed'] as const
const NAMES = ['edition_id', 'state', 'redact'] as const
const CHOICES = { state: STATES }

/** Identity reports of jurors: entries that name their makers, each with its redaction editor. */
export function RedactionsView() {
  const { t } = useTranslation('jurydesk')
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const state = STATES.find((one) => one === filters.state) ?? 'open'
  const query = useApiQuery(juryDesk.identityReportList, { state, current })
  return (
    <>
      <DeskBar onChange={change}>
        <DeskSelect
          label={t('sheets.state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`sheets.states.${value}`) }))}
          onChange={(next) => change({ state: next })}
        />
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      <p className={rowStyles.lead}>{t('sheets.lead')}</p>
      <PagedRows
        query={query}
        label={t('sheets.label')}
        empty={{ title: t(`sheets.none.${state}`), text: t('sheets.noneText') }}
        row={(row) => (
          <ReportLine
            key={row.report_id}
            row={row}
            onOpen={() => change({ redact: row.apply_order_id, page: current })}
          />
        )}
        onPage={(page) => change({ page })}
      />
      {filters.redact && (
        <RedactionDrawer
          key={filters.redact}
          id={filters.redact}
          onClose={() => change({ redact: undefined, page: current })}
        />
      )}
    </>
  )
}
