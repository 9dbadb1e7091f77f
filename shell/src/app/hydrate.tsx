import { LANGUAGES, type Language } from '@awards/shared/domain'
import { releaseOfPath } from '@awards/shared/platform'
import type { StoredAnswers } from '@awards/shared/session'
import { siteConfiguration } from '@awards/shared/client'
import i18next from 'i18next'
import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createSiteRouter } from '../releases/routes/site-router.ts'
import { loadedVersion } from '../releases/remote-store.ts'
import { onHydrated } from './hydrated.tsx'

/** What the server left in a document with content, for the browser to go on from. */
export type ServerPage = {
  /** Whose code rendered it, and which version of it. */
  readonly name: string
  readonly version: string
  readonly language: Language
  readonly answers: StoredAnswers
}

/**
 * A sheet that stands in the document counts as loaded. A release compares whole addresses, since it
 * knows its own. One that failed is taken out, so that it is asked for again.
 */
function reuseStyles() {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    // An answer that is no style sheet leaves an empty one behind.
    if (!sheet.sheet?.cssRules.length) sheet.remove()
    else if (releaseOfPath(sheet.href)) sheet.dataset['href'] = sheet.href
  }
}

/** Reads the page that the server rendered into `element`; nothing where it sent none. */
export function readServerPage(element: HTMLElement): ServerPage | undefined {
  const [name, version] = element.dataset['rendered']?.split('@') ?? []
  const text = document.getElementById('answers')?.textContent
  const spoken = document.documentElement.lang.slice(0, 2)
  const language = LANGUAGES.find((one) => one === spoken)
  if (!name || !version || !text || !language) return undefined
  reuseStyles()
  return { name, version, language, answers: JSON.parse(text) as StoredAnswers }
}

type SiteRouter = ReturnType<typeof createSiteRouter>

const routerReady = (router: SiteRouter) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return
      forget()
      resolve()
    })
  })

/** Whether what is loaded now is what the server rendered with. */
function isSame({ name, version }: ServerPage, { state }: SiteRouter): boolean {
  const loaded = name === 'shell' ? siteConfiguration().shell_version : loadedVersion(name)
  return loaded === version && !state.errors
}

/** The pages themselves may still be taken over, so whoever changes them waits for a quiet moment. */
const whenQuiet = (work: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(work, { timeout: 1_000 })
    : setTimeout(work, 200)

/** A difference to what the server rendered: the visitor sees the right page, but it is a mistake. */
const onRecoverableError = (error: unknown) => console.error(error)

/**
 * Takes over the page that the server rendered, once everything that it consists of is here. A page of
 * another version, or one that failed to load, is rendered anew. `onStart` follows when that is done.
 */
export async function hydratePage(
  element: HTMLElement,
  page: ServerPage,
  { router, site, onStart }: { router: SiteRouter; site: ReactNode; onStart: () => void },
) {
  await routerReady(router)
  await i18next.loadNamespaces(i18next.options.ns ?? [])
  onHydrated(() => {
    delete element.dataset['rendered']
    whenQuiet(onStart)
  })
  if (isSame(page, router)) {
    // The page stands already: it is taken over in slices, between what the visitor does.
    startTransition(() => {
      hydrateRoot(element, site, { onRecoverableError })
    })
    return
  }
  createRoot(element).render(site)
}
