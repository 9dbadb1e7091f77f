import { VisuallyHidden } from '@awards/shared/ui'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from './site-clock.ts'

/** Minutes at which the time left is read out; between them a screen reader is left in peace. */
const MARKS = [1, 2, 5, 10]
const MINUTE_MS = 60_000

/** The smallest mark that has been reached, in minutes; zero while none has. */
export const markReached = (left: number): number =>
  MARKS.find((minutes) => left <= minutes * MINUTE_MS) ?? 0

/** Tells screen readers, a few times and politely, how much time is left. */
export function TimeAnnouncer({ until }: { until: string }) {
  const { t } = useTranslation('payment')
  const mark = useFromNow(
    useCallback(
      (now: number) => {
        const left = Date.parse(until) - now
        return left > 0 ? markReached(left) : 0
      },
      [until],
    ),
  )
  return (
    <VisuallyHidden>
      <span role="status">{mark > 0 && t('time.mark', { count: mark })}</span>
    </VisuallyHidden>
  )
}
