import {
  type ComponentType,
  type ReactNode,
  useEffect,
  createContext,
  lazy,
  useContext,
} from 'react'
import styles from './page.module.css'
import listStyles from './definition-list.module.css'
import { clientHost, programmeName } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import type { Picture } from '@awards/shared/contract'

type PageProps = {
  /** `text` for reading, `content` for most pages, `wide` for tables and galleries. */
  width?: 'text' | 'content' | 'wide'
  children: ReactNode
}

/** The body of a page: gutters, a width that suits the content, room above and below. */
export const Page = ({ width = 'content', children }: PageProps) => (
  <div className={`${styles.page} ${styles[width]}`}>{children}</div>
)

/** A page to work at: as wide as the site, or as the window in the frame of a desk, with a small head. */
export const Desk = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.page} ${styles.wide} ${styles.work}`}>
    <div className={styles.desk}>{children}</div>
  </div>
)

/**
 * A part that is made of antd, on a page that is not: its code and antd load when it is first rendered, inside of a
 * `Suspense` of the page. The build looks for this name (`RouteAssetsPlugin`): a page whose parts of antd all load
 * through it has no antd in its first view.
 *
 *     const Profile = designedPart(() => import('./profile.tsx').then((m) => m.Profile))
 */
export const designedPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await clientHost().withDesign(load()) }))

type PageHeaderProps = {
  title: ReactNode
  /** Small line above the title: where one is. */
  eyebrow?: ReactNode
  /** One or two sentences below the title. */
  lead?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
  /** Replaces the title of the document, which otherwise is that of the route. */
  documentTitle?: string
  size?: 'page' | 'display'
}

/** The head of a page. Its h1 takes the focus after a navigation. */
export function PageHeader({
  title,
  eyebrow,
  lead,
  actions,
  documentTitle,
  size = 'page',
}: PageHeaderProps) {
  useDocumentTitle(documentTitle)
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1
          className={`${styles.title} ${size === 'display' ? styles.titleDisplay : styles.titlePage}`}
          tabIndex={-1}
        >
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

type SectionHeadingProps = {
  children: ReactNode
  level?: 2 | 3
  /** How it looks; by its level if nothing is said. */
  size?: 'large' | 'small'
  eyebrow?: ReactNode
  /** A link or button at the right of the heading. */
  aside?: ReactNode
  id?: string
}

/** The heading of a part of a page, under a hairline. */
export function SectionHeading({
  children,
  level = 2,
  size = level === 2 ? 'large' : 'small',
  eyebrow,
  aside,
  id,
}: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.section}>
      <div>
        {eyebrow && <p className={styles.sectionEyebrow}>{eyebrow}</p>}
        <Heading id={id} className={styles[size]}>
          {children}
        </Heading>
      </div>
      {aside}
    </div>
  )
}

type Definition = { term: ReactNode; detail: ReactNode }

/** Facts about a thing: name at the left, value at the right; those without a value are left out. */
export const DefinitionList = ({ items }: { items: readonly Definition[] }) => (
  <dl className={listStyles.list}>
    {items
      .filter(({ detail }) => detail !== undefined && detail !== null && detail !== '')
      .map(({ term, detail }, index) => (
        <div key={index} className={listStyles.row}>
          <dt className={listStyles.term}>{term}</dt>
          <dd className={listStyles.detail}>{detail}</dd>
        </div>
      ))}
  </dl>
)

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
