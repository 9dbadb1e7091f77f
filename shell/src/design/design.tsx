import { MESSAGE_SECONDS, NOTIFICATION_SECONDS } from '@awards/shared/domain'
import { App } from 'antd'
import AppContext from 'antd/es/app/context'
import { useLayoutEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { AntdTheming } from './antd-theming.tsx'

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

/** Stands around pages that are made of antd; their toasts and questions are the site's. */
export function DesignSystem({ children }: { children: ReactNode }) {
  const feedback = siteFeedback()
  return (
    <AntdTheming>
      {feedback ? <AppContext.Provider value={feedback}>{children}</AppContext.Provider> : children}
    </AntdTheming>
  )
}
