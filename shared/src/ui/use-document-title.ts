import { clientHost, programmeName } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { useEffect } from 'react'

/** What the page on screen calls itself, as long as it does. */
let ofPage: string | undefined
/** Names the document after the route, for pages that do not say more. */
let nameAfterRoute: () => void = () => undefined

/** What a tab shows: the page first, then the programme. */
export function setDocumentTitle(title: string) {
  const programme = programmeName(clientHost().language() as Language)
  document.title = title ? `${title} · ${programme}` : programme
}

function show() {
  if (ofPage) setDocumentTitle(ofPage)
  else nameAfterRoute()
}

/** Names the document after what the page shows, for instance the title of a work. */
export function useDocumentTitle(title: string | undefined) {
  const language = clientHost().language()
  useEffect(() => {
    if (title) ofPage = title
    show()
    return () => {
      if (ofPage === title) ofPage = undefined
    }
  }, [title, language])
}

/** What the document is called where the page does not name it; `name` writes it. The shell's part. */
export function useRouteTitle(name: () => void) {
  useEffect(() => {
    nameAfterRoute = name
    show()
  }, [name])
}
