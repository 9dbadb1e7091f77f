import { api, connectClient } from '@awards/shared/client'
import { translateMessage, useLanguage } from '@awards/shared/i18n'
import { useSiteDispatch } from '@awards/shared/session'
import { App } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { createSiteRouter } from '../federation/remote-routes.ts'
import { withoutBase } from './without-base.ts'

/** Gives the client the toasts, and asks anew for what is on screen when the language changes. */
export function ClientBridge({ router }: { router: ReturnType<typeof createSiteRouter> }) {
  const { message } = App.useApp()
  const dispatch = useSiteDispatch()
  const language = useLanguage()
  const last = useRef(language)

  useLayoutEffect(() => {
    connectClient({
      // The text is the key, so that the same toast does not stand there twice.
      notify: (text) => void message.error({ content: text, key: text }),
      navigate: (path) => void router.navigate(path),
      currentPath: () => withoutBase(router.state.location),
      translate: translateMessage,
    })
  }, [message, router])

  useEffect(() => {
    if (last.current === language) return
    last.current = language
    dispatch(api.util.invalidateTags(['everything']))
  }, [language, dispatch])

  return null
}
