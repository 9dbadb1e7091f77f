import { useFormat } from '@awards/shared/i18n'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { RemoteState } from './registry-client.ts'
import styles from './release-parts.module.css'

/** A remote in the words of the site; one that has none goes by its own name. */
export function usePartName() {
  const { t, i18n } = useTranslation('releases')
  return (name: string) => (i18n.exists(`releases:part.${name}`) ? t(`part.${name}`) : name)
}

const TONES: Record<RemoteState, string | undefined> = {
  absent: styles.none,
  unknown: styles.none,
  waiting: styles.doubt,
  canary: styles.busy,
  stopped: styles.bad,
  failing: styles.bad,
  good: styles.good,
}

/** A state as a mark with its words. */
export function StateMark({ state }: { state: RemoteState }) {
  const { t } = useTranslation('releases')
  return <span className={`${styles.state} ${TONES[state]}`}>{t(`state.${state}`)}</span>
}

type HeadingToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void; label: string }

/** A small switch at the end of a heading. */
export const HeadingToggle = ({ isOn, onChange, label }: HeadingToggleProps) => (
  <Button size="small" type="text" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
    {label}
  </Button>
)

const UNKNOWN = '–'

/** Formats the figures of releases; what is not known is a dash, never 0. */
export function useFigures() {
  const format = useFormat()
  const { t } = useTranslation('releases')
  const share = (part: number | null, whole: number | null) => {
    if (part === null || !whole) return UNKNOWN
    const digits = part > 0 && part / whole < 0.1 ? 2 : 1
    return format.number(part / whole, { style: 'percent', maximumFractionDigits: digits })
  }
  return {
    count: (value: number | null) => (value === null ? UNKNOWN : format.number(value)),
    share,
    percent: (value: number) =>
      format.number(value / 100, { style: 'percent', maximumFractionDigits: 0 }),
    time: (value: number | null) =>
      value === null ? UNKNOWN : t('milliseconds', { value: format.number(value) }),
    size: (bytes: number) =>
      format.number(Math.ceil(bytes / 1_024), {
        style: 'unit',
        unit: 'kilobyte',
        unitDisplay: 'short',
      }),
  }
}
