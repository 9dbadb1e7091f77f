import { siteConfiguration } from '@awards/shared/client'
import i18next from 'i18next'
import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createSiteRouter } from '../releases/routes/site-router.ts'
import { loadedVersion } from '../releases/remote-store.ts'
import type { ServerPage } from './server-page.ts'
import { whenTakenOver } from './hydrated.tsx'

type SiteRouter = ReturnType<typeof createSiteRouter>

const initialised = (router: SiteRouter) =>
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
export async function takeOver(
  element: HTMLElement,
  page: ServerPage,
  { router, site, onStart }: { router: SiteRouter; site: ReactNode; onStart: () => void },
) {
  await initialised(router)
  await i18next.loadNamespaces(i18next.options.ns ?? [])
  whenTakenOver(() => {
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
