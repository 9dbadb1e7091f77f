import { useFormat } from '@awards/shared/i18n'
import { EmptyState, QueryView, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePlace } from '../use-desk-scope.ts'
import { useDeskAgentReportQuery } from '../desk.api.ts'
import styles from './codes-view.module.css'

/** What agents have brought in and are owed, on fees that were received. */
export function AgentReport() {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const { editionId: edition_id } = usePlace()
  const query = useDeskAgentReportQuery({ edition_id }, { skip: !edition_id })
  return (
    <section aria-labelledby="agent-report">
      <SectionHeading id="agent-report" size="small">
        {t('agents.title')}
      </SectionHeading>
      <p className={styles.lead}>{t('agents.lead')}</p>
      <QueryView query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('agents.none')} />
          ) : (
            <ul className={styles.rows} role="list">
              {rows.map((row) => {
                const money = (amount_minor: number) =>
                  format.money({ amount_minor, currency: row.currency })
                const facts = [
                  ['entries', String(row.entries)],
                  ['paid', String(row.paid_entries)],
                  ['received', money(row.received_minor)],
                  ['refunded', money(row.refunded_minor)],
                  ['rate', format.number(row.commission_percent / 100, { style: 'percent' })],
                  ['commission', money(row.commission_minor)],
                ] as const
                return (
                  <li key={`${row.code} ${row.currency}`} className={styles.row}>
                    <p className={styles.name}>
                      <strong>{row.owner_name ?? row.label}</strong>
                      <small>
                        {row.code} · {row.label}
                      </small>
                    </p>
                    <dl className={styles.facts}>
                      {facts.map(([name, value]) => (
                        <div key={name}>
                          <dt>{t(`agents.${name}`)}</dt>
                          <dd>{value}</dd>
                        </div>
                      ))}
                    </dl>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}
