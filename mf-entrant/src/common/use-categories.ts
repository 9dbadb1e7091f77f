import { useApiQuery } from '@awards/shared/client'
import { publication, type Category } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { useState } from 'react'

/**
 * The categories that the loader of a page has brought along, in the language on screen: no loader runs when the
 * language changes. Until they are there, and where they do not come, the page keeps those that it has.
 */
export function useCategories(loaded: Category[]): Category[] {
  const language = useLanguage()
  const [loadedIn] = useState(language)
  const isSwitched = language !== loadedIn
  const { data } = useApiQuery(publication.category, {}, { skip: !isSwitched })
  return (isSwitched && data) || loaded
}
