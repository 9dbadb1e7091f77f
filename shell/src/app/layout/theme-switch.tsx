import { chooseTheme, useThemeMode } from '@awards/shared/theme'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'

/** Light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell')
  const isDark = useThemeMode() === 'dark'
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={isDark ? t('theme.light') : t('theme.dark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name="halves" />
    </button>
  )
}
