import { createServer } from 'node:http'
import { createViesSimulator } from '@awards/simulators/vies/create-vies-simulator'
import { listen } from './test-wallet.ts'

/** The VIES simulator on a free port, and the settings for the API. */
export async function testVies(slowMs?: number) {
  const vies = createViesSimulator({ mode: 'demo', ...(slowMs && { slowMs }) })
  let isAway = false
  let work: (() => Promise<unknown>) | undefined
  const server = createServer(async (request, response) => {
    await work?.()
    if (isAway) response.writeHead(503).end()
    else vies.handle(request, response)
  })
  const url = await listen(server)
  return {
    ...vies,
    url,
    environment: { VIES_URL: `${url}/vies/rest-api`, VIES_REQUESTER: 'FR12345678901' },
    /** While it is away it answers 503. */
    setAway: (away: boolean) => void (isAway = away),
    /** Does something while a caller waits for each answer. */
    setWork: (next: typeof work) => void (work = next),
    stop() {
      vies.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
