import { siteConfiguration } from '@awards/shared/client'
import { brandOf } from '@awards/shared/domain'
import { antdLocale, loadLibraryLocale, useLanguage } from '@awards/shared/i18n'
import { antdTheme, useThemeMode } from '@awards/shared/theme'
import { ConfigProvider, theme } from 'antd'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { styleNonce } from '../releases/trust/style-nonce.ts'

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm }

/** antd in the look and the language of the site. */
export function AntdTheming({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const tokens = useMemo(() => {
    const brand = brandOf(siteConfiguration().primary_colour)
    return antdTheme(mode, ALGORITHMS[mode], brand)
  }, [mode])
  return (
    <ConfigProvider
      button={{ autoInsertSpace: false }}
      theme={tokens}
      locale={useLibraryLocale()}
      csp={{ nonce: styleNonce() }}
    >
      {children}
    </ConfigProvider>
  )
}

/** antd's own texts; while those of another language are on their way, the ones of before stay. */
function useLibraryLocale() {
  const language = useLanguage()
  const [locale, setLocale] = useState(() => antdLocale(language))
  useEffect(() => {
    let isWanted = true
    loadLibraryLocale(language).then(
      (loaded) => isWanted && setLocale(loaded),
      // antd goes on in the language it has.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [language])
  return locale
}
