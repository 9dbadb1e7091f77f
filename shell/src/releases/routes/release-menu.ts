import { pagesBeyondTable, setReleasePages, type Language } from '@awards/shared/domain'
import type { DiscoveryDocument, ReleaseMenuEntry } from '@awards/shared/releases'

let entries: readonly ReleaseMenuEntry[] = []

/**
 * Takes what releases bring to the frame of the site: addresses of their public pages in each language, and entries of the
 * menus. Before the first page is drawn, in the browser and on the server alike.
 */
export function takeReleasePages(document: DiscoveryDocument | undefined) {
  const releases = Object.values(document?.microFrontends ?? {}).flatMap(([first]) =>
    first ? [first.extras.modulefederation] : [],
  )
  const pages = releases.flatMap(({ routes }) => routes)
  setReleasePages(pagesBeyondTable(pages).map(({ path }) => path))
  entries = releases.flatMap(({ menu = [] }) => menu)
}

/** Entries of a menu that releases bring, in a language. */
export const releaseMenu = (place: ReleaseMenuEntry['place'], language: Language) =>
  entries
    .filter((one) => one.place === place)
    .map(({ path, texts }) => ({ path, label: texts[language] }))
