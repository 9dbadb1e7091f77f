import { api, setSiteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import type { DiscoveryDocument } from '@awards/shared/platform'
import { createStore, sessionReady, type StoredAnswers } from '@awards/shared/session'
import { PageHeadContext, type PageHead } from '@awards/shared/ui'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { findRoute } from '../app/find-route.ts'
import { Site } from '../app/site.tsx'
import { answersOf } from './answers.ts'
import { serverRouter, type ServerRemote } from './server-router.ts'
import { speak, startTexts, textsOfRemotes } from './texts.ts'
import { connectServer, inVisit, type PublicCall } from './visit.ts'

/** A page asks for what it shows, then what it shows may ask again. */
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
export const ready = startTexts()
connectServer()

/** What kept a part of the page from being rendered; `renderToString` does not tell. */
const reasonOf = (tree: ReactNode) =>
  new Promise<Error>((resolve) => {
    const onError = (error: unknown) =>
      resolve(error instanceof Error ? error : new Error(String(error)))
    renderToPipeableStream(tree, { onError })
    setTimeout(() => resolve(new Error('The page did not come to an end.')), WAIT_FOR_REASON_MS)
  })

type SiteRouter = Awaited<ReturnType<typeof serverRouter>>

/** Renders until nothing is asked for any more; each pass begins as the browser will. */
async function renderSettled(router: SiteRouter, language: Language) {
  let answers: StoredAnswers | undefined
  let tree: ReactNode
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const store = createStore(answers)
    store.dispatch(sessionReady(undefined))
    let head: PageHead = {}
    const collect = (said: PageHead) => {
      head = { ...head, ...JSON.parse(JSON.stringify(said)) }
    }
    speak(language)
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
  const title = i18next.t(`title.${route.title}`, {
    ns: 'shell',
    lng: language,
    defaultValue: route.title,
  })
  return { title, ...(isUnknown && { status: 404, index: false }) }
}

/** Renders one page of the site as a visitor sees it. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  await ready
  await textsOfRemotes()
  const { path, search, language, configuration, call } = request
  setSiteConfiguration(configuration)
  return inVisit({ language, path: path + search, call }, async () => {
    const router = await serverRouter(request)
    try {
      const { location, errors } = router.state
      if (location.pathname !== path) return { redirect: location.pathname + location.search }
      const [error] = Object.values(errors ?? {})
      if (error) throw error instanceof Error ? error : new Error('The page could not be loaded.')
      const { html, answers, head: said } = await renderSettled(router, language)
      const head = { ...defaultHead(request), ...said }
      return { html, answers, head, status: head.status ?? 200 }
    } finally {
      router.dispose()
    }
  })
}
