import type { Language } from '@awards/shared/domain'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'

type Loader = (language: Language) => Promise<{ default: ResourceKey }>
const loaders = new Map<string, Loader>()

/** Finds a catalog through the loader that its package registered; one file per language and package. */
export const catalogs: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = loaders.get(namespace)
    if (!load) return done(new Error(`The namespace "${namespace}" is not registered`), false)
    load(language as Language).then(
      (catalog) => done(null, catalog.default),
      // `true` asks for another try: a catalog that failed once would stay away for the whole visit.
      (error: Error) => done(error, true),
    )
  },
}

/**
 * Tells where a package's texts are:
 * `registerNamespace('jury', (language) => import(`./locales/${language}.json`))`, next to its routes.
 * Its components then use `useTranslation('jury')`.
 */
export function registerNamespace(namespace: string, load: Loader): Promise<void> {
  loaders.set(namespace, load)
  return i18next.isInitialized ? i18next.loadNamespaces(namespace) : Promise.resolve()
}
