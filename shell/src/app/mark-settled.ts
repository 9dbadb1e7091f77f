import { clientHost, connectClient } from '@awards/shared/client'
import type { createSiteRouter } from '../federation/remote-routes.ts'

type SiteRouter = ReturnType<typeof createSiteRouter>

let pendingCalls = 0
let isNavigating = true
let frame = 0

/**
 * Keeps `data-settled` on the document while no call waits for its answer and no page is on its way, and what came
 * last has been painted. Browser tests wait for it instead of a silent network. A chunk that is still loading is not
 * counted, so a skeleton may stand while the schema of an answer comes: tests look at pending requests beside it.
 */
export function markSettled(router: SiteRouter) {
  const follow = () => {
    const { initialized, navigation } = router.state
    isNavigating = !initialized || navigation.state !== 'idle'
    update()
  }
  router.subscribe(follow)
  follow()
}

/** Counts the calls of the client, from the first one on. */
export function countCalls() {
  const { send } = clientHost()
  connectClient({
    send: async (request) => {
      pendingCalls += 1
      update()
      try {
        return await send(request)
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
