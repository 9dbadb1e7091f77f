import { LANGUAGES, type Language } from '@awards/shared/domain'
import { releaseOfPath } from '@awards/shared/releases'
import type { StoredAnswers } from '@awards/shared/session'
import { siteConfiguration } from '@awards/shared/client'
import i18next from 'i18next'
import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createSiteRouter } from '../releases/routes/site-router.ts'
import { loadedVersion } from '../releases/remote-store.ts'
import { onHydrated } from './hydrated.tsx'

/** State of a server-rendered document that the browser hydrates from. */
export type ServerPage = {
  /** Name and version of the package whose code rendered it. */
  readonly name: string
  readonly version: string
  readonly language: Language
  readonly answers: StoredAnswers
}

/**
 * Marks the style sheets of the document as loaded, so that webpack does not load them again. A release compares
 * absolute addresses (`data-href`). A sheet that failed is removed, so that webpack requests it again.
 */
function reuseStyles() {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    // A response that is no style sheet leaves an empty one.
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

/** Whether the loaded version equals the version that the server rendered with. */
function isSame({ name, version }: ServerPage, { state }: SiteRouter): boolean {
  const loaded = name === 'shell' ? siteConfiguration().shell_version : loadedVersion(name)
  return loaded === version && !state.errors
}

/** Defers work to idle time: parts of the page may still hydrate, and a state change would restart them. */
const whenQuiet = (work: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(work, { timeout: 1_000 })
    : setTimeout(work, 200)

/** Hydration mismatch: the visitor sees the right page, but it is a defect. */
const onRecoverableError = (error: unknown) => console.error(error)

/**
 * Hydrates the server-rendered page once its routes and texts are loaded. A page of another version, or one that
 * failed to load, is rendered from scratch. `onStart` runs after hydration.
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
    // A transition hydrates in slices and yields to the visitor's input.
    startTransition(() => {
      hydrateRoot(element, site, { onRecoverableError })
    })
    return
  }
  createRoot(element).render(site)
}
