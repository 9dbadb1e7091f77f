import { clientHost, programmeName } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { useEffect, createContext, useContext } from 'react'
import type { Picture } from '@awards/shared/contract'

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

/** What search engines and those who share a page are told of it. */
export type PageHead = {
  /** Without the programme's name, which is added. */
  title?: string | undefined
  /** One or two sentences, about 160 letters. */
  description?: string | undefined
  /** Shown where the page is shared; `url` may be a path of this site. */
  image?: { url: string; width: number; height: number; alt: string } | undefined
  /** The picture that the visitor sees first, fetched before anything else; `sizes` as on the page. */
  hero?: { picture: Picture; sizes: string } | undefined
  type?: 'website' | 'article' | 'profile' | undefined
  /** False asks search engines to leave the page alone. */
  index?: boolean | undefined
  /** 404 where the page has nothing to show: unknown, hidden and not yet published alike. */
  status?: 200 | 404 | undefined
  /** What the page is about in the terms of schema.org. */
  facts?: readonly object[] | undefined
}

/** Receives what a page says of itself while the server renders it; nobody listens in a browser. */
export const PageHeadContext = createContext<((head: PageHead) => void) | undefined>(undefined)

/** Names the page: in the document's title, and in the head of the first HTML. */
export function usePageHead(head: PageHead) {
  const collect = useContext(PageHeadContext)
  collect?.(head)
  useDocumentTitle(head.title)
}
