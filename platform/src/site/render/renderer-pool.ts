import type { Log } from '../../../../api/src/observability/log.ts'
import { rendererClient, type RendererClient, type RenderRequest } from './renderer-client.ts'

/** A canary needs two processes, a promotion two for a short time. */
const MAX_PROCESSES = 3
/** Idle processes are closed after this time when another is needed. */
const IDLE_MS = 5 * 60_000

type RendererSlot = {
  readonly renderer: RendererClient
  readonly shell: string
  /** Key of the evaluated code by remote. */
  readonly remotes: Map<string, string>
  usedAt: number
}

/**
 * Pool of renderer processes. Message catalogs and API calls are registered by the name of the remote, as in a browser,
 * so one process never loads two versions of a remote.
 */
export function rendererPool(log: Log) {
  let slots: RendererSlot[] = []
  let last: RendererSlot | undefined
  let isClosed = false

  function closeSlot(gone: RendererSlot) {
    slots = slots.filter((slot) => slot !== gone)
    gone.renderer.close()
  }

  function evictIdle(now: number) {
    const idle = slots
      .filter(({ renderer }) => renderer.isIdle())
      .toSorted((a, b) => a.usedAt - b.usedAt)
    for (const slot of idle) {
      if (slots.length >= MAX_PROCESSES || now - slot.usedAt > IDLE_MS) closeSlot(slot)
    }
    if (slots.length >= MAX_PROCESSES) throw new Error('Too many versions are rendered at once.')
  }

  function slotFor({ shell, remote }: RenderRequest): RendererSlot {
    const now = Date.now()
    const isCompatible = (slot: RendererSlot) => {
      if (slot.shell !== shell.key) return false
      const known = remote && slot.remotes.get(remote.name)
      return known === undefined || known === remote?.code.key
    }
    const knows = (slot: RendererSlot) => remote !== undefined && slot.remotes.has(remote.name)
    const compatible = slots.filter(isCompatible)
    let slot = compatible.find(knows) ?? compatible[0]
    if (!slot) {
      evictIdle(now)
      slot = { renderer: rendererClient(log), shell: shell.key, remotes: new Map(), usedAt: now }
      slots.push(slot)
    }
    if (remote) slot.remotes.set(remote.name, remote.code.key)
    slot.usedAt = now
    return slot
  }

  return {
    async render(request: RenderRequest): Promise<unknown> {
      if (isClosed) throw new Error('The server stops.')
      last = slotFor(request)
      return last.renderer.render(request)
    },
    /** Process id of the last used renderer, for tests. */
    pid: () => last?.renderer.pid(),
    close() {
      isClosed = true
      for (const slot of slots) slot.renderer.close()
    },
  }
}
export type RendererPool = ReturnType<typeof rendererPool>
