import { LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './save-state.module.css'

type State = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused' | 'locked'

type SaveStateProps = {
  draft: { state: State; savedAt: string | undefined }
  /** Told to screen readers once it has come to rest; only one of the lines on a page is. */
  isAnnounced?: boolean
}

/** Says quietly whether everything is kept, and since when. */
export function SaveState({ draft, isAnnounced = false }: SaveStateProps) {
  const { t } = useTranslation('entrant')
  const clock = new Intl.DateTimeFormat(LANGUAGE_TAGS[useLanguage()], {
    hour: '2-digit',
    minute: '2-digit',
  })
  const { state, savedAt } = draft
  const isUnderway = state === 'waiting' || state === 'saving'
  const text =
    state === 'saved' && savedAt
      ? t('save.savedAt', { time: clock.format(new Date(savedAt)) })
      : t(`save.${state}`)
  return (
    <p className={`${styles.state} ${styles[state]}`}>
      <span role={isAnnounced ? 'status' : undefined} aria-busy={isUnderway}>
        {text}
      </span>
    </p>
  )
}
