import type { Log } from '../../../../api/src/observability/log.ts'
import { oneRenderer, type OneRenderer, type RenderRequest } from './one-renderer.ts'

/** A canary needs two at once, a promotion two for a moment. */
const MOST_PROCESSES = 3
/** One that nobody needed for so long goes. */
const IDLE_MS = 5 * 60_000

type RendererSlot = {
  readonly renderer: OneRenderer
  readonly shell: string
  /** The code of each remote that it has evaluated. */
  readonly remotes: Map<string, string>
  usedAt: number
}

/**
 * The processes that render pages. Texts and calls are registered under the names of remotes, as in a
 * browser, so no process ever knows two versions of one remote: neither speaks with the other's words.
 */
export function pageRenderer(log: Log) {
  let places: RendererSlot[] = []
  let last: RendererSlot | undefined
  let isClosed = false

  function leave(gone: RendererSlot) {
    places = places.filter((place) => place !== gone)
    gone.renderer.close()
  }

  function makeRoom(now: number) {
    const idle = places
      .filter(({ renderer }) => renderer.isIdle())
      .toSorted((a, b) => a.usedAt - b.usedAt)
    for (const place of idle) {
      if (places.length >= MOST_PROCESSES || now - place.usedAt > IDLE_MS) leave(place)
    }
    if (places.length >= MOST_PROCESSES) throw new Error('Too many versions are rendered at once.')
  }

  function placeFor({ shell, remote }: RenderRequest): RendererSlot {
    const now = Date.now()
    const isFit = (place: RendererSlot) => {
      if (place.shell !== shell.key) return false
      const known = remote && place.remotes.get(remote.name)
      return known === undefined || known === remote?.code.key
    }
    const knows = (place: RendererSlot) => remote !== undefined && place.remotes.has(remote.name)
    const fit = places.filter(isFit)
    let place = fit.find(knows) ?? fit[0]
    if (!place) {
      makeRoom(now)
      place = { renderer: oneRenderer(log), shell: shell.key, remotes: new Map(), usedAt: now }
      places.push(place)
    }
    if (remote) place.remotes.set(remote.name, remote.code.key)
    place.usedAt = now
    return place
  }

  return {
    async render(request: RenderRequest): Promise<unknown> {
      if (isClosed) throw new Error('The server stops.')
      last = placeFor(request)
      return last.renderer.render(request)
    },
    /** The process of the latest page, if there is one. */
    pid: () => last?.renderer.pid(),
    close() {
      isClosed = true
      for (const place of places) place.renderer.close()
    },
  }
}
export type PageRenderer = ReturnType<typeof pageRenderer>
