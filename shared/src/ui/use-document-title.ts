import { clientHost, programmeName } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { useEffect } from 'react'

/** What a tab shows: the page first, then the programme. */
export function setDocumentTitle(title: string) {
  const programme = programmeName(clientHost().language() as Language)
  document.title = title ? `${title} · ${programme}` : programme
}

/** Names the document after what the page shows, for instance the title of a work. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    if (title) setDocumentTitle(title)
  }, [title])
}
