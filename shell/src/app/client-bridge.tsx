import { api, connectClient } from '@awards/shared/client'
import { translateMessage, useLanguage } from '@awards/shared/i18n'
import { useSiteDispatch } from '@awards/shared/session'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { notify } from '../design/notify.ts'
import type { createSiteRouter } from '../federation/remote-routes.ts'
import { pathOf } from './addresses.ts'

/** Gives the client the toasts, and asks anew for what is on screen when the language changes. */
export function ClientBridge({ router }: { router: ReturnType<typeof createSiteRouter> }) {
  const dispatch = useSiteDispatch()
  const language = useLanguage()
  const last = useRef(language)

  useLayoutEffect(() => {
    connectClient({
      notify,
      navigate: (path) => void router.navigate(path),
      currentPath: () => pathOf(router.state.location),
      translate: translateMessage,
      proveAgain: async () => (await import('../session/ask-for-code.tsx')).askForCode(),
    })
  }, [router])

  useEffect(() => {
    if (last.current === language) return
    last.current = language
    dispatch(api.util.invalidateTags(['everything']))
  }, [language, dispatch])

  return null
}
