import type { ComparisonRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Tag, type Tone } from '@awards/shared/ui'
import { useChannelName } from '../common/use-money.ts'
import { Amount } from './row-parts.tsx'
import styles from './finance.module.css'

const TONES: Record<ComparisonRow['status'], Tone> = {
  equal: 'success',
  differs: 'danger',
  failed: 'warning',
}

/** One day of one payment service; its lines only where something is to be said about them. */
export function DayRow({ row }: { row: ComparisonRow }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const channelName = useChannelName()
  const { currency, differences, status, error } = row
  return (
    <li className={styles.day}>
      <div className={styles.head}>
        <time dateTime={row.day} className={styles.date}>
          {format.date(`${row.day}T12:00:00Z`)}
        </time>
        <span>{channelName(row.channel)}</span>
        <Sum
          label={t('day.theirs')}
          minor={status === 'failed' ? null : row.theirs_minor}
          currency={currency}
        />
        <Sum
          label={t('day.ours')}
          minor={status === 'failed' ? null : row.ours_minor}
          currency={currency}
        />
        <span className={styles.state}>
          <Tag tone={TONES[status]}>{t(`day.status.${status}`)}</Tag>
        </span>
      </div>
      {error && <p className={styles.error}>{t('day.failed')}</p>}
      {differences.length > 0 && <Lines row={row} />}
    </li>
  )
}

type SumProps = { label: string; minor: number | null; currency: string }

const Sum = ({ label, ...amount }: SumProps) => (
  <span className={styles.sum}>
    <small className={styles.label}>{label}</small>
    <Amount {...amount} />
  </span>
)

function Lines({ row: { currency, differences } }: { row: ComparisonRow }) {
  const { t } = useTranslation('books')
  return (
    // A table that is wider than a telephone is scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.lines} role="region" aria-label={t('day.lines')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day.what')}</th>
            <th scope="col">{t('column.order')}</th>
            <th scope="col">{t('detail.reference')}</th>
            <th scope="col" className={styles.number}>
              {t('day.theirs')}
            </th>
            <th scope="col" className={styles.number}>
              {t('day.ours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((line) => (
            <tr key={`${line.kind} ${line.fact} ${line.reference}`}>
              <td>
                <Tag tone={line.is_healed ? 'success' : 'danger'}>
                  {t(line.is_healed ? 'day.healed' : `day.kind.${line.fact}.${line.kind}`)}
                </Tag>
              </td>
              <td>
                {line.order_no ? (
                  <Link to={paths.payments({ order: line.order_no })}>{line.order_no}</Link>
                ) : (
                  '–'
                )}
              </td>
              <td className={styles.reference}>{line.reference}</td>
              <td className={styles.number}>
                <Amount minor={line.theirs_minor} currency={currency} />
              </td>
              <td className={styles.number}>
                <Amount minor={line.ours_minor} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
