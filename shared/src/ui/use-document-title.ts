import { siteConfiguration } from '@awards/shared/client'
import { useEffect } from 'react'

/** What a tab shows: the page first, then the programme. */
export function setDocumentTitle(title: string) {
  const programme = siteConfiguration().programme_name
  document.title = title ? `${title} · ${programme}` : programme
}

/** Names the document after what the page shows, for instance the title of a work. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    if (title) setDocumentTitle(title)
  }, [title])
}
