import type { FigureGroup, Figures } from '@awards/shared/contract'
import { FUNNEL_STEPS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'

const SHOWN = 12
const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const

type TableProps = {
  label: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table of numbers: the first column names the row. */
function FigureTable({ label, head, rows }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the screen is scrolled by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows of a table, the others behind a button of the browser. */
function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** The numbers of the chart of days, the newest first. */
export function DaysTable({ found }: { found: Figures }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  const rows = found.days.filter(({ now, before }) =>
    FUNNEL_STEPS.some((step) => now[step] + (before?.[step] ?? 0) > 0),
  )
  return (
    <Folded summary={t('asTable')}>
      <FigureTable
        label={t('table.days')}
        head={[
          t('day'),
          t('left'),
          ...FUNNEL_STEPS.map((step) => t(`step.${step}`)),
          ...(found.before
            ? FUNNEL_STEPS.map((step) => t('stepBefore', { step: t(`step.${step}`) }))
            : []),
        ]}
        rows={rows.toReversed().map(({ day, left, now, before }) => ({
          key: day,
          cells: [
            format.date(day, 'short'),
            left,
            ...FUNNEL_STEPS.map((step) => format.number(now[step])),
            ...(before ? FUNNEL_STEPS.map((step) => format.number(before[step])) : []),
          ],
        }))}
      />
    </Folded>
  )
}

/** What each category, country or code brought, with a bar for what is paid. */
export function GroupTable({ rows, label }: { rows: readonly FigureGroup[]; label: string }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  const isCompared = rows.some(({ paid_before }) => paid_before !== null)
  const most = Math.max(1, ...rows.map(({ handed_in }) => handed_in))
  const table = (some: readonly FigureGroup[], name: string) => (
    <FigureTable
      label={name}
      head={[
        label,
        t('step.draft'),
        t('step.handed_in'),
        t('step.paid'),
        ...(isCompared ? [t('stepBefore', { step: t('step.paid') })] : []),
        t('bar'),
      ]}
      rows={some.map((row) => ({
        key: row.key,
        cells: [
          row.name || t('none'),
          format.number(row.draft),
          format.number(row.handed_in),
          format.number(row.paid),
          ...(isCompared ? [format.number(row.paid_before ?? 0)] : []),
          <svg
            key="bar"
            className={styles.bars}
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            aria-hidden
          >
            <rect className={styles.before} height="10" width={(100 * row.handed_in) / most} />
            <rect className={styles.now} height="10" width={(100 * row.paid) / most} />
          </svg>,
        ],
      }))}
    />
  )
  return (
    <>
      {table(rows.slice(0, SHOWN), label)}
      {rows.length > SHOWN && (
        <Folded summary={t('more', { count: rows.length - SHOWN })}>
          {table(rows.slice(SHOWN), t('moreOf', { table: label }))}
        </Folded>
      )}
    </>
  )
}

export function MoneyTable({ rows }: { rows: Figures['money'] }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  return (
    <FigureTable
      label={t('table.money')}
      head={[t('fee'), t('moneyState'), t('orders'), t('amount')]}
      rows={rows.map(({ fee_type, state, currency, count, amount_minor }) => ({
        key: `${fee_type} ${state} ${currency}`,
        cells: [
          t(`feeType.${fee_type}`),
          t(`money.${state}`),
          format.number(count),
          format.money({ amount_minor, currency }),
        ],
      }))}
    />
  )
}

export function JuryTable({ rows }: { rows: Figures['jury'] }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  return (
    <FigureTable
      label={t('table.jury')}
      head={[t('level'), t('jurors'), t('given'), t('done'), t('doneShare'), t('behind')]}
      rows={rows.map(({ level, jurors, given, done, behind }) => ({
        key: String(level),
        cells: [
          t(`levelName.${level}`, { defaultValue: String(level) }),
          format.number(jurors),
          format.number(given),
          format.number(done),
          format.number(given > 0 ? done / given : 0, PERCENT),
          format.number(behind),
        ],
      }))}
    />
  )
}
