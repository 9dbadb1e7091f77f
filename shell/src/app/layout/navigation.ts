import { PAGES, pagesBeyondTable, setReleasePages, type Language } from '@awards/shared/domain'
import type { DiscoveryDocument, ReleaseMenuEntry } from '@awards/shared/releases'

/** Pages of the header, in its order. A menu names pages; `nav` of the shell's texts holds their labels. */
export const PUBLIC_SECTIONS = [
  'winners',
  'categories',
  'awardLevels',
  'jury',
  'calendar',
  'news',
  'about',
] as const

/** The columns of the footer. */
export const FOOTER_COLUMNS = [
  {
    title: 'programme',
    pages: [
      'winners',
      'categories',
      'awardLevels',
      'jury',
      'news',
      'media',
      'about',
      'certificates',
    ],
  },
  { title: 'enter', pages: ['calendar', 'fees', 'regulations', 'faq', 'contact'] },
  {
    title: 'legal',
    pages: ['privacy', 'terms', 'withdrawal', 'legal', 'cookies', 'accessibility', 'siteMap'],
  },
] as const

type MenuPage = (typeof PUBLIC_SECTIONS)[number] | (typeof FOOTER_COLUMNS)[number]['pages'][number]

/** The path of a page in a menu, from its declaration. */
export const menuPath = (name: MenuPage): string => PAGES[name].path

let releaseEntries: readonly ReleaseMenuEntry[] = []

/**
 * Takes what releases bring to the frame of the site: addresses of their public pages in each language, and entries of
 * the menus. Before the first page is drawn, in the browser and on the server alike.
 */
export function takeReleasePages(document: DiscoveryDocument | undefined) {
  const releases = Object.values(document?.microFrontends ?? {}).flatMap(([first]) =>
    first ? [first.extras.modulefederation] : [],
  )
  const pages = releases.flatMap(({ routes }) => routes)
  setReleasePages(pagesBeyondTable(pages).map(({ path }) => path))
  releaseEntries = releases.flatMap(({ menu = [] }) => menu)
}

/** Entries of a menu that releases bring, in a language. */
export const releaseMenu = (place: ReleaseMenuEntry['place'], language: Language) =>
  releaseEntries
    .filter((one) => one.place === place)
    .map(({ path, texts }) => ({ path, label: texts[language] }))
