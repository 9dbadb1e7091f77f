import { money, type TaxReportRow } from '@awards/shared/contract'
import { failureSentence, openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { EmptyState, QueryState, Tag, type Tone } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Amount, PAGE_SIZE, PagedList, useAddressState } from './finance-list.tsx'
import styles from './finance.module.css'

const TONES: Record<TaxReportRow['state'], Tone> = {
  empty: 'neutral',
  waiting: 'info',
  sending: 'info',
  sent: 'info',
  checked: 'success',
  refused: 'danger',
}
const FLOWS: Record<string, string> = {
  '10.1': 'abroad',
  '10.2': 'abroadPaid',
  '10.3': 'consumers',
  '10.4': 'consumersPaid',
}

/** What was reported of each period, newest first. */
export function TaxReports() {
  const { t } = useTranslation('books')
  const { page } = useAddressState()
  const query = useApiQuery(money.taxReports, { current: page, pageSize: PAGE_SIZE })
  return (
    <>
      <div className={styles.intro}>
        <p>{t('report.lead')}</p>
      </div>
      <QueryState query={{ ...query, currentData: query.data }}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title={t('report.nothing')}>{t('report.nothingText')}</EmptyState>
          ) : (
            <PagedList total={total} isBusy={query.isFetching}>
              {list.map((row) => (
                <Report key={row.report_id} row={row} />
              ))}
            </PagedList>
          )
        }
      </QueryState>
    </>
  )
}

/** One transmission: its sums, where it stands, and the file. */
function Report({ row }: { row: TaxReportRow }) {
  const { t } = useTranslation('books')
  const { date } = useFormat()
  const title = { kind: t(`report.kind.${row.kind}`), from: date(row.from), to: date(row.to) }
  return (
    <li className={styles.day}>
      <div className={styles.report}>
        <div>
          <h2 className={styles.title}>{t('report.title', title)}</h2>
          <p className={styles.label}>
            {row.number}
            {row.is_correction && ` · ${t('report.correction')}`}
          </p>
        </div>
        <Standing row={row} />
        <ul className={styles.sums} role="list">
          {row.sums.map((sum) => (
            <li key={`${sum.flow} ${sum.currency}`}>
              <span>
                {t(`report.flow.${FLOWS[sum.flow]}`)}
                <small className={styles.label}>{t('report.count', { count: sum.count })}</small>
              </span>
              <Sums {...sum} />
            </li>
          ))}
        </ul>
        <Actions row={row} />
      </div>
      {row.left_out > 0 && (
        <p className={styles.error}>{t('report.leftOut', { count: row.left_out })}</p>
      )}
    </li>
  )
}

function Sums({ net_minor, vat_minor, currency }: TaxReportRow['sums'][number]) {
  const { t } = useTranslation('books')
  return (
    <span className={styles.sum}>
      <Amount minor={net_minor + vat_minor} currency={currency} />
      <small className={styles.label}>
        {t('report.tax')} <Amount minor={vat_minor} currency={currency} />
      </small>
    </span>
  )
}

/** In words, since when, and why not. */
function Standing({ row: { state, code, at, reason } }: { row: TaxReportRow }) {
  const { t, i18n } = useTranslation('books')
  const format = useFormat()
  const known = `report.code.${code}`
  const words =
    code === null
      ? t(`report.state.${state}`)
      : i18n.exists(known, { ns: 'books' })
        ? t(known)
        : t('platform.unknown', { code })
  return (
    <div>
      <Tag tone={TONES[state]}>{words}</Tag>
      {at && <p className={styles.label}>{format.date(at, 'datetime')}</p>}
      {reason && <p className={styles.label}>{reason}</p>}
    </div>
  )
}

function Actions({ row: { report_id, number, state, can_send_again } }: { row: TaxReportRow }) {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [fetchFile, file] = useApiMutation(money.taxReportFile)
  const [sendAgain, sending] = useApiMutation(money.sendTaxReportAgain)

  const download = async () => {
    const answer = await fetchFile({ report_id })
    if ('error' in answer) void message.error(failureSentence(answer.error))
    else openFile(answer.data?.url)
  }
  const again = async () => {
    const answer = await sendAgain({ report_id })
    if ('error' in answer) void message.error(failureSentence(answer.error))
    else void message.success(t('report.sentAgain'))
  }
  return (
    <div className={styles.actions}>
      {state !== 'empty' && (
        <Button
          loading={file.isLoading}
          onClick={() => void download()}
          aria-label={t('report.fileOf', { number })}
        >
          {t('report.file')}
        </Button>
      )}
      {can_send_again && (
        <Button
          type="primary"
          loading={sending.isLoading}
          onClick={() => void again()}
          aria-label={t('report.againOf', { number })}
        >
          {t('report.again')}
        </Button>
      )}
    </div>
  )
}
