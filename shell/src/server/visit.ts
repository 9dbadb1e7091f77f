import { AsyncLocalStorage } from 'node:async_hooks'
import { connectClient } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'

/** A call of the API as it leaves a page that is rendered. */
export type PublicCall = { readonly url: string; readonly input: unknown }

/** One page on its way. Several may be, in several languages. */
export type Visit = {
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
export const inVisit = <T>(visit: Visit, work: () => Promise<T>): Promise<T> =>
  visits.run(visit, work)

/** Connects the shared client with whichever page asks. */
export function connectServer() {
  connectClient({
    notify: () => undefined,
    navigate: () => undefined,
    language: () => currentVisit().language,
    currentPath: () => currentVisit().path,
    send({ method, url, input }) {
      if (method !== 'GET') throw new Error(`${method} ${url} is no question of a page.`)
      return currentVisit().call({ url, input })
    },
  })
}
