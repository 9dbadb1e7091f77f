import { clientHost, connectClient, refreshOnFocus, siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import {
  followUserLanguage,
  registerNamespace,
  startI18n,
  storedLanguage,
} from '@awards/shared/i18n'
import type { DiscoveryDocument } from '@awards/shared/platform'
import {
  createStore,
  selectUser,
  sessionReady,
  startSession,
  type SiteStore,
} from '@awards/shared/session'
import { applyTheme } from '@awards/shared/theme'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { watchCrashes } from '../federation/crashes.ts'
import { discovery } from '../federation/discovery.ts'
import { watchFreshness } from '../federation/freshness.ts'
import { remotePages } from '../federation/remote-pages.ts'
import { createSiteRouter } from '../federation/remote-routes.ts'
import { watchStyles } from '../federation/remote-styles.ts'
import { siteMounts } from '../federation/site-mounts.ts'
import { styleNonce } from '../federation/style-nonce.ts'
import { sendOnLeave } from '../federation/telemetry.ts'
import { registerFederationTexts } from '../federation/texts.ts'
import { startPins } from '../qa/pins.ts'
import { languageBefore, languageOf } from './addresses.ts'
import { giveWay } from '../start/in-portions.ts'
import { divertFor } from './divert.ts'
import { guard } from './guard.tsx'
import { takeOver } from './take-over.tsx'
import { readServerPage, type ServerPage } from './rendered-page.ts'
import { countCalls, markSettled } from './mark-settled.ts'
import { measureVisit } from './measure-visit.ts'
import { siteRoutes } from './routes.tsx'
import { signStyles } from './sign-styles.ts'
import { Site } from './site.tsx'
import { withoutBase } from './without-base.ts'

/** What everything else stands on: crash reports, styles, pins, the client. */
function prepare(page: ServerPage | undefined) {
  watchCrashes()
  sendOnLeave()
  watchStyles(page)
  startPins()
  signStyles(styleNonce())
  // The document has said the colour of the brand.
  applyTheme()
  const { base_path } = siteConfiguration()
  connectClient({
    language: () => i18next.language,
    currentPath: () => withoutBase(window.location),
    // Until the router runs, the place to go is remembered by the address alone.
    navigate: (path) => window.history.replaceState(null, '', base_path.replace(/\/$/, '') + path),
  })
  countCalls()
  void registerNamespace('shell', (language) => import(`../locales/${language}.json`))
}

const loadTexts = (language: Language | undefined) =>
  startI18n(language)
    .then(registerFederationTexts)
    .then(() => i18next.loadNamespaces('shell'))

// Without it the shell's own pages work, and each remote asks again.
const loadDiscovery = () => discovery().catch(() => undefined)

function makeRouter(store: SiteStore, document: DiscoveryDocument | undefined) {
  refreshOnFocus(store.dispatch)
  watchFreshness()
  const mounts = siteMounts(remotePages(document), guard, divertFor(store))
  const { base_path } = siteConfiguration()
  const router = createSiteRouter(siteRoutes(mounts), mounts, { basename: base_path })
  markSettled(router)
  return router
}

const pathname = () => clientHost().currentPath().split('?')[0] ?? '/'

/** Goes on from the page that the server rendered for a visitor; who is signed in is seen after it. */
async function continuePage(element: HTMLElement, page: ServerPage) {
  const store = createStore(page.answers)
  store.dispatch(sessionReady(undefined))
  await giveWay()
  const [document] = await Promise.all([loadDiscovery(), loadTexts(page.language)])
  await giveWay()
  const router = makeRouter(store, document)
  const site = <Site store={store} router={router} />
  await takeOver(element, page, {
    router,
    site,
    onStart: () => void startSession(store, pathname()),
  })
}

/** Until the initial state is there, an empty placeholder stands in `element`. */
async function startPage(element: HTMLElement) {
  const root = createRoot(element)
  root.render(<div aria-busy="true" />)
  // A public page is shown in the language of its address, whoever reads it.
  const ofAddress = languageOf(window.location.pathname)
  const store = createStore()
  const [document] = await Promise.all([
    loadDiscovery(),
    loadTexts(ofAddress ?? storedLanguage() ?? languageBefore()),
    startSession(store, pathname()),
  ])
  const user = selectUser(store.getState())
  if (user && !ofAddress) await followUserLanguage(user.language)
  root.render(<Site store={store} router={makeRouter(store, document)} />)
}

/** Starts the site in `element`. */
export async function startSite(element: HTMLElement) {
  const page = readServerPage(element)
  prepare(page)
  await giveWay()
  await (page ? continuePage(element, page) : startPage(element))
  measureVisit()
}
