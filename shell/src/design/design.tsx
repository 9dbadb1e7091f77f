import { siteConfiguration } from '@awards/shared/client'
import { brandOf, MESSAGE_SECONDS, NOTIFICATION_SECONDS } from '@awards/shared/domain'
import { antdLocale, loadLibraryLocale, useLanguage } from '@awards/shared/i18n'
import { antdTheme, useThemeMode } from '@awards/shared/theme'
import { ConfigProvider, theme, App } from 'antd'
import { useEffect, useMemo, useState, type ReactNode, useLayoutEffect } from 'react'
import { styleNonce } from '../releases/trust/trusted-types.ts'
import AppContext from 'antd/es/app/context'
import { createRoot } from 'react-dom/client'

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

type Feedback = ReturnType<typeof App.useApp>

let feedback: Feedback | undefined
let starting: Promise<void> | undefined

/** What shows toasts and questions, once `startToasts` is done. */
const siteFeedback = () => feedback

function Handover({ onReady }: { onReady: () => void }) {
  const app = App.useApp()
  useLayoutEffect(() => {
    feedback = app
    onReady()
  }, [app, onReady])
  return null
}

/**
 * Mounts a root of its own for toasts and dialogs beside the site: they outlive the page that opened them.
 */
export function startToasts(): Promise<void> {
  starting ??= new Promise((onReady) => {
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <AntdTheming>
        <App
          message={{ duration: MESSAGE_SECONDS, maxCount: 6 }}
          notification={{ duration: NOTIFICATION_SECONDS }}
        >
          <Handover onReady={onReady} />
        </App>
      </AntdTheming>,
    )
  })
  return starting
}

/** The text is the key, so that the same toast does not stand there twice. */
export const showError = (text: string) =>
  void feedback?.message.error({ content: text, key: text })

export const showSuccess = (text: string) =>
  void feedback?.message.success({ content: text, key: text })

/** Stands around pages that are made of antd; their toasts and questions are the site's. */
export function DesignSystem({ children }: { children: ReactNode }) {
  const feedback = siteFeedback()
  return (
    <AntdTheming>
      {feedback ? <AppContext.Provider value={feedback}>{children}</AppContext.Provider> : children}
    </AntdTheming>
  )
}
