import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../common/desk-bar.tsx'
import { DeskSelect } from '../common/desk-select.tsx'
import { PagedRows } from '../common/paged-rows.tsx'
import styles from '../common/rows.module.css'
import { useDeskReportsQuery } from '../desk.api.ts'
import { RedactionDrawer } from './redaction-drawer.tsx'
import { ReportLine } from './report-line.tsx'

const STATES = ['open', 'closed'] as const
const NAMES = ['edition_id', 'state', 'redact'] as const
const CHOICES = { state: STATES }

/** What jurors have told: sheets that show whose work they are, and the way to mend them. */
export function SheetsView() {
  const { t } = useTranslation('jurydesk')
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const state = STATES.find((one) => one === filters.state) ?? 'open'
  const query = useDeskReportsQuery({ state, current })
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
      <WrongFilters names={wrong} onClear={clear} />
      <p className={styles.lead}>{t('sheets.lead')}</p>
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
