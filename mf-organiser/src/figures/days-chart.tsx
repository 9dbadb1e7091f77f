import type { FigureDay, Figures } from '@awards/shared/contract'
import { FUNNEL_STEPS, type FunnelStep } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Radio } from 'antd'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'

const [WIDTH, HEIGHT] = [720, 260]
const ROOM = { right: 12, top: 12, bottom: 28 }
/** Room for the numbers beside the axis: the least there is, and that of one sign on a telephone. */
const [LEAST_LEFT, SIGN] = [44, 13]
const TICKS = 5

type Point = readonly [left: number, count: number]

/** The running total of a step, day by day; the edition's own line ends today. */
function totals(
  days: readonly FigureDay[],
  of: 'now' | 'before',
  step: FunnelStep,
  until: number,
): Point[] {
  let total = 0
  return days.flatMap((day) => {
    total += day[of]?.[step] ?? 0
    return of === 'now' && day.left < until ? [] : [[day.left, total] as const]
  })
}

/** How a step grew, beside the edition before: the days left until the close run from left to right. */
export function DaysChart({ found }: { found: Figures }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  const [step, setStep] = useState<FunnelStep>('handed_in')
  const { days, left: today } = found
  const now = totals(days, 'now', step, today)
  const before = found.before ? totals(days, 'before', step, 0) : []
  const most = Math.max(1, ...[...now, ...before].map(([, count]) => count))
  const short = (value: number) => format.number(value, { notation: 'compact' })
  const y = scaleLinear([0, most], [HEIGHT - ROOM.bottom, ROOM.top]).nice(TICKS)
  const longest = Math.max(...y.ticks(TICKS).map((tick) => short(tick).length))
  const axis = Math.max(LEAST_LEFT, (longest + 1) * SIGN)
  const x = scaleLinear(
    [days[0]?.left ?? 1, Math.min(days.at(-1)?.left ?? 0, 0)],
    [axis, WIDTH - ROOM.right],
  )
  const path = line<Point>(
    ([left]) => x(left),
    ([, count]) => y(count),
  )
  const whole = (value: number) => Number.isInteger(value)
  return (
    <figure className={styles.chart}>
      <Radio.Group
        aria-label={t('stepOfChart')}
        value={step}
        options={FUNNEL_STEPS.map((value) => ({ value, label: t(`step.${value}`) }))}
        onChange={({ target }) => setStep(target.value as FunnelStep)}
      />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('chart', {
          step: t(`step.${step}`),
          now: format.number(now.at(-1)?.[1] ?? 0),
        })}
      >
        {y
          .ticks(TICKS)
          .filter(whole)
          .map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line className={styles.grid} x1={axis} x2={WIDTH - ROOM.right} />
              <text className={styles.tick} x={axis - 6} dy="0.32em" textAnchor="end">
                {short(tick)}
              </text>
            </g>
          ))}
        {x
          .ticks(TICKS)
          .filter(whole)
          .map((tick) => (
            <text
              key={tick}
              className={styles.tick}
              x={x(tick)}
              y={HEIGHT - 8}
              textAnchor={tick === 0 ? 'end' : 'middle'}
            >
              {tick === 0 ? t('close') : t('daysLeft', { count: tick })}
            </text>
          ))}
        <path className={styles.lineBefore} d={path(before) ?? ''} />
        <path className={styles.line} d={path(now) ?? ''} />
      </svg>
      <figcaption className={styles.legend}>
        <span data-line="now">{found.edition.name}</span>
        {found.before && <span data-line="before">{found.before.name}</span>}
      </figcaption>
    </figure>
  )
}
