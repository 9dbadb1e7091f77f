import { useRoving } from '@awards/shared/browser/use-roving'
import { DESK_SLOT } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './layout.module.css'
import { AccountMenu, ThemeSwitch } from './header.tsx'
import { Wordmark } from './icon.tsx'
import { LanguageSwitch } from './language-menu.tsx'

/** The one bar of a desk: the mark, what the desk brings (`InDeskBar`), then language, look and account. */
export function DeskHeader() {
  const { t } = useTranslation('shell')
  const tools = useRoving<HTMLDivElement>()
  return (
    <header className={styles.header}>
      <Wordmark isMark />
      <div id={DESK_SLOT} className={styles.slot} />
      <div ref={tools} role="toolbar" aria-label={t('deskTools')} className={styles.tools}>
        <LanguageSwitch />
        <ThemeSwitch />
        <AccountMenu isBrief />
      </div>
    </header>
  )
}
