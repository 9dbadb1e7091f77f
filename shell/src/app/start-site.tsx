import {
  clientHost,
  connectClient,
  refreshOnFocus,
  siteConfiguration,
  readToken,
  setSubmittedForm,
  storeToken,
  takeSubmittedForm,
} from '@awards/shared/client'
import { isOpenRoute, type Language } from '@awards/shared/domain'
import {
  followUserLanguage,
  registerNamespace,
  startI18n,
  storedLanguage,
} from '@awards/shared/i18n'
import type { DiscoveryDocument } from '@awards/shared/releases'
import {
  createStore,
  selectUser,
  sessionReady,
  startSession,
  lookUpUser,
  type SiteStore,
} from '@awards/shared/session'
import { applyTheme } from '@awards/shared/theme'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { watchErrors } from '../releases/failures/report-error.ts'
import { discovery } from '../releases/discovery.ts'
import { watchUpdates } from '../releases/updates.ts'
import { type Access, groupRemoteRoutes, remotePages } from '../releases/routes/remote-pages.ts'
import { createSiteRouter } from '../releases/routes/site-router.ts'
import { watchStyles } from '../releases/routes/remote-node.tsx'
import { setStyleNonce } from '../releases/trust/trusted-types.ts'
import { watchViews, withFailuresCounted } from '../releases/failures/watch-views.ts'
import { sendEventsOnLeave } from '../releases/failures/telemetry.ts'
import { registerFederationTexts } from '../releases/failures/texts.ts'
import { startPins } from '../releases/pins.ts'
import { languageBefore, languageOf, pathOf } from './addresses.ts'
import { notify, notifySuccess, withDesign } from '../design/load-design.tsx'
import { yieldToMain } from '../start/run-in-tasks.ts'
import { guard, redirectOf } from './guard.tsx'
import { hydratePage, readServerPage, type ServerPage } from './hydrate.tsx'
import { measureVisit } from './measure-visit.ts'
import { siteRoutes } from './routes.tsx'
import { Site } from './site.tsx'

/** Redirects visitors whom a page does not admit, before its code loads. */
const redirectFor = (store: SiteStore) => (access: Access) => {
  if (isOpenRoute(access)) return undefined
  return async (path: string) => {
    const known = selectUser(store.getState())
    const user = known ?? (readToken() ? await lookUpUser(store.dispatch) : undefined)
    const { pathname, search } = new URL(path, window.location.origin)
    return redirectOf(access, user, pathOf({ pathname, search }))
  }
}

type SiteRouter = ReturnType<typeof createSiteRouter>

let submittedToken: string | undefined
let pendingCalls = 0
let isNavigating = true
let frame = 0

/**
 * Keeps `data-settled` on the document while no call waits for its answer and no page is on its way, and what came
 * last has been painted. Browser tests wait for it instead of a silent network. A chunk that is still loading is not
 * counted, so a skeleton may stand while the schema of an answer comes: tests look at pending requests beside it.
 */
function markSettled(router: SiteRouter) {
  const follow = () => {
    const { initialized, navigation } = router.state
    isNavigating = !initialized || navigation.state !== 'idle'
    update()
  }
  router.subscribe(follow)
  follow()
}

/** Counts the calls of the client, from the first one on. */
function countCalls() {
  const { send } = clientHost()
  connectClient({
    send: async (request) => {
      pendingCalls += 1
      update()
      try {
        return await withFailuresCounted(request.url, send(request))
      } finally {
        pendingCalls -= 1
        update()
      }
    },
  })
}

function update() {
  const { dataset } = document.documentElement
  delete dataset['settled']
  cancelAnimationFrame(frame)
  if (isNavigating || pendingCalls > 0) return
  // The first frame commits what React has made of the answer, whose effects may call again; the second has painted it.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (dataset['settled'] = ''))
  })
}

/** Sets up error reports, styles, pins and the client before anything renders. */
function prepare(page: ServerPage | undefined) {
  watchErrors()
  sendEventsOnLeave()
  watchStyles(page)
  startPins()
  setStyleNonce()
  // The document has said the colour of the brand.
  applyTheme()
  const { base_path } = siteConfiguration()
  connectClient({
    notify,
    notifySuccess,
    withDesign,
    language: () => i18next.language,
    currentPath: () => pathOf(window.location),
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
  watchUpdates()
  const mounts = groupRemoteRoutes(remotePages(document), guard, redirectFor(store))
  const { base_path } = siteConfiguration()
  const router = createSiteRouter(siteRoutes(mounts), mounts, { basename: base_path })
  markSettled(router)
  watchViews(router)
  return router
}

const pathname = () => clientHost().currentPath().split('?')[0] ?? '/'

/** Takes over the session of a form that was sent before the application ran; the page follows the token. */
function takeOver() {
  if (submittedToken) storeToken(submittedToken)
  submittedToken = undefined
}

/** Hydrates the page that the server rendered for an anonymous visitor; the session starts after it. */
async function continuePage(element: HTMLElement, page: ServerPage) {
  const store = createStore(page.answers)
  store.dispatch(sessionReady(undefined))
  await yieldToMain()
  const [document] = await Promise.all([loadDiscovery(), loadTexts(page.language)])
  await yieldToMain()
  const router = makeRouter(store, document)
  const site = <Site store={store} router={router} />
  await hydratePage(element, page, {
    router,
    site,
    onStart: () => void startSession(store, pathname()).then(takeOver),
  })
}

/** Until the initial state is there, an empty placeholder stands in `element`. */
async function startPage(element: HTMLElement) {
  const root = createRoot(element)
  root.render(<div aria-busy="true" />)
  // The address decides the language of a public page, not the account.
  const ofAddress = languageOf(window.location.pathname)
  const store = createStore()
  const [document] = await Promise.all([
    loadDiscovery(),
    loadTexts(ofAddress ?? storedLanguage() ?? languageBefore()),
    startSession(store, pathname()),
  ])
  takeOver()
  const user = selectUser(store.getState())
  if (user && !ofAddress) await followUserLanguage(user.language)
  root.render(<Site store={store} router={makeRouter(store, document)} />)
}

/** Starts the site in `element`. */
export async function startSite(element: HTMLElement) {
  const page = readServerPage(element)
  const { token, ...submitted } = takeSubmittedForm() ?? {}
  submittedToken = token
  if ('form' in submitted) setSubmittedForm(submitted)
  prepare(page)
  await yieldToMain()
  await (page ? continuePage(element, page) : startPage(element))
  measureVisit()
}
