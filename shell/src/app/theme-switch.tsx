import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { chooseTheme, useThemeMode } from '@awards/shared/theme'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell')
  const isDark = useThemeMode() === 'dark'
  return (
    <Button
      type="text"
      icon={isDark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={isDark ? t('theme.light') : t('theme.dark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}
