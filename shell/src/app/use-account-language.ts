import { isPublicPage } from '@awards/shared/domain'
import { followUserLanguage } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** On pages without an address in each language the account's applies, unless the visitor chose one. */
export function useAccountLanguage() {
  const language = useCurrentUser()?.language
  const { pathname } = useLocation()
  const isPublic = isPublicPage(pathname)
  useEffect(() => {
    if (language && !isPublic) void followUserLanguage(language)
  }, [language, isPublic])
}
