import { useApiQuery } from '@awards/shared/client'
import { type AgendaItem, deliberation } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './deliberation.module.css'

void registerNamespace('juryroom', (language) => import(`./locales/${language}.json`))

/** How often a meeting is asked for: a comment or a move is on every screen within these milliseconds. */
export const POLL_MS = 3000

/** Title of an entry on the agenda, or its number where the title is hidden. */
export const titleOf = ({ title, judging_no }: AgendaItem) =>
  title || `#${judging_no.replace(/^#/, '')}`

/** What the jury discusses now, for a juror: a link to the entry, or that it is somebody else's. */
export function NowDiscussing({ current }: { current?: string }) {
  const { t } = useTranslation('juryroom')
  const { data } = useApiQuery(deliberation.agenda, {}, { pollingInterval: POLL_MS })
  const item = data?.items.find(({ state }) => state === 'now')
  const words = !item && data?.is_meeting ? t('nowElsewhere') : undefined
  const isShown = item !== undefined || words !== undefined
  return (
    <div role="status" className={isShown ? styles.now : undefined}>
      {words}
      {item && (
        <>
          <Tag tone="success">{t('now')}</Tag>
          {item.apply_order_id === current ? (
            <b>{titleOf(item)}</b>
          ) : (
            <Link to={paths.subJuryReviewDetails(item.apply_order_id)}>
              {t('open', { title: titleOf(item) })}
            </Link>
          )}
        </>
      )}
    </div>
  )
}
