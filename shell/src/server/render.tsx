import { takeReleasePages } from '../app/layout/navigation.ts'
import {
  api,
  setSiteConfiguration,
  connectClient,
  setSubmittedForm,
  type SubmittedForm,
} from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { registerNamespace, startI18nOnServer, translateMessage } from '@awards/shared/i18n'
import type { DiscoveryDocument } from '@awards/shared/releases'
import { createStore, sessionReady, type StoredAnswers } from '@awards/shared/session'
import { PageHeadContext, type PageHead } from '@awards/shared/ui'
import i18next from 'i18next'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { registerFederationTexts } from '../releases/failures/texts.ts'
import { findRoute, groupRemoteRoutes, remotePages } from '../releases/routes/remote-pages.ts'
import { Site } from '../app/site.tsx'
import { answersOf } from './answers.ts'
import { localiseLinks } from '../app/addresses.ts'
import { guard } from '../app/guard.tsx'
import { siteRoutes } from '../app/routes.tsx'
import { isMountedAt } from '../releases/routes/remote-node.tsx'

/** Loads the texts of the frame in every language. */
async function loadTexts() {
  await startI18nOnServer()
  await Promise.all([
    registerFederationTexts(),
    registerNamespace('shell', (language) => import(`../locales/${language}.json`)),
  ])
}

/** Waits for the texts of the remotes that have been evaluated. */
const loadRemoteTexts = () => i18next.loadNamespaces(i18next.options.ns ?? [])

/** Sets i18next to a language. */
function setLanguage(language: Language) {
  // All texts are there, so nothing is waited for.
  void i18next.changeLanguage(language)
  if (i18next.language !== language) throw new Error(`The texts of ${language} are not there yet.`)
}

/** A call of the API as it leaves a page that is rendered. */
type PublicCall = { readonly url: string; readonly input: unknown }

/** One page on its way. Several may be, in several languages. */
type Visit = {
  readonly language: Language
  readonly path: string
  readonly call: (request: PublicCall) => Promise<unknown>
}

const visits = new AsyncLocalStorage<Visit>()

function currentVisit(): Visit {
  const visit = visits.getStore()
  if (!visit) throw new Error('Something was asked for outside of a page.')
  return visit
}

/** Runs `work` for one page: what the shared client does meanwhile, it does for this page. */
const runForPage = <T,>(visit: Visit, work: () => Promise<T>): Promise<T> => visits.run(visit, work)

/** Connects the shared client with whichever page asks. */
function connectServer() {
  connectClient({
    notify: () => undefined,
    translate: translateMessage,
    navigate: () => undefined,
    language: () => currentVisit().language,
    currentPath: () => currentVisit().path,
    send({ method, url, input }) {
      if (method !== 'GET') throw new Error(`${method} ${url} is no question of a page.`)
      return currentVisit().call({ url, input })
    },
  })
}

/** A remote whose code has been evaluated. */
type ServerRemote = { readonly name: string; readonly routes: RouteObject[] }

type Place = {
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly remote: ServerRemote | undefined
  readonly discovery: DiscoveryDocument | undefined
}

/** The site's own routes, with the pages of the one remote hung in as the browser does it. */
function routesWith({ remote, discovery }: Place): RouteObject[] {
  const mounts = groupRemoteRoutes(remotePages(discovery), guard)
  const pagesOf = new Map(
    mounts.map((mount) => [
      mount.id,
      mount.remote === remote?.name ? remote.routes.filter((one) => isMountedAt(mount, one)) : [],
    ]),
  )
  const hang = (routes: RouteObject[]): RouteObject[] =>
    routes.map((route) => {
      if (!route.children) return route
      const pages = pagesOf.get(route.id ?? '') ?? []
      return { ...route, children: [...hang(route.children), ...pages] }
    })
  return hang(siteRoutes(mounts))
}

/** A router that stands at a page, with everything loaded that the page needs. */
async function serverRouter(place: Place) {
  const { path, search, language } = place
  const router = createMemoryRouter(routesWith(place), { initialEntries: [path + search] })
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return
      forget()
      resolve()
    })
  })
  localiseLinks(router, () => language)
  return router
}

/** Each pass may reveal components with queries of their own. */
const MOST_PASSES = 8
const WAIT_FOR_REASON_MS = 100
/** Stands for a part of the page whose code is on its way. */
const UNFINISHED = '<!--$!-->'
/** Pictures that React wants fetched early; the head of the document does that. */
const HINTS = /^(?:<link rel="preload"[^>]*>)+/

export type PageRequest = {
  /** As the routes know it, without a language. */
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly remote: ServerRemote | undefined
  readonly discovery: DiscoveryDocument | undefined
  readonly configuration: unknown
  /** The answer to a form that was sent natively. */
  readonly submitted: SubmittedForm | undefined
  readonly call: (request: PublicCall) => Promise<unknown>
}

export type RenderedPage =
  | {
      readonly html: string
      readonly status: 200 | 404
      readonly head: PageHead
      readonly answers: StoredAnswers
    }
  /** Where the page leads instead. */
  | { readonly redirect: string }

/** Resolves when code of remotes may be evaluated: they bring texts of their own. */
export const ready = loadTexts()
connectServer()

/** Finds the error that suspended a part of the page: `renderToString` swallows it. */
const reasonOf = (tree: ReactNode) =>
  new Promise<Error>((resolve) => {
    const onError = (error: unknown) =>
      resolve(error instanceof Error ? error : new Error(String(error)))
    renderToPipeableStream(tree, { onError })
    setTimeout(() => resolve(new Error('The page did not come to an end.')), WAIT_FOR_REASON_MS)
  })

/**
 * Sets what components read beside their props to that of one page. `renderToString` is synchronous, so other pages, of
 * other languages and releases, may be on their way: right before each pass.
 */
function enterPage({ language, configuration, discovery, submitted }: PageRequest) {
  setLanguage(language)
  setSiteConfiguration(configuration)
  takeReleasePages(discovery)
  setSubmittedForm(submitted)
}

type SiteRouter = Awaited<ReturnType<typeof serverRouter>>

/** Renders in passes until no query is pending; each pass starts from the state that the browser will start from. */
async function renderSettled(router: SiteRouter, request: PageRequest) {
  let answers: StoredAnswers | undefined
  let tree: ReactNode
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const store = createStore(answers)
    store.dispatch(sessionReady(undefined))
    let head: PageHead = {}
    const collect = (said: PageHead) => {
      head = { ...head, ...JSON.parse(JSON.stringify(said)) }
    }
    enterPage(request)
    tree = (
      <PageHeadContext.Provider value={collect}>
        <Site store={store} router={router} />
      </PageHeadContext.Provider>
    )
    const html = renderToString(tree)
    const running = store.dispatch(api.util.getRunningQueriesThunk())
    await Promise.all(running)
    answers = answersOf(store)
    const isSettled = running.length === 0 && !html.includes(UNFINISHED)
    if (isSettled) return { html: html.replace(HINTS, ''), head, answers }
    await new Promise((resolve) => setTimeout(resolve))
  }
  throw await reasonOf(tree)
}

/** What every page says of itself where it says nothing. */
function defaultHead({ path, language, discovery }: PageRequest): PageHead {
  const route = findRoute(path, discovery)
  if (!route) return {}
  const isUnknown = route.path === '*'
  const title =
    route.titles?.[language] ??
    i18next.t(`title.${route.title}`, {
      ns: 'shell',
      lng: language,
      defaultValue: route.title,
    })
  return { title, ...(isUnknown && { status: 404, index: false }) }
}

/** Renders one page of the site as a visitor sees it. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  await ready
  await loadRemoteTexts()
  const { path, search, language, call } = request
  // Loaders of its routes read it too.
  enterPage(request)
  return runForPage({ language, path: path + search, call }, async () => {
    const router = await serverRouter(request)
    try {
      const { location, errors } = router.state
      if (location.pathname !== path) return { redirect: location.pathname + location.search }
      const [error] = Object.values(errors ?? {})
      if (error) throw error instanceof Error ? error : new Error('The page could not be loaded.')
      const { html, answers, head: said } = await renderSettled(router, request)
      const head = { ...defaultHead(request), ...said }
      return { html, answers, head, status: head.status ?? 200 }
    } finally {
      router.dispose()
    }
  })
}
