import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCardSimulator } from '@awards/simulators/card/create-card-simulator'
import { listen } from './test-wallet.ts'

/** The card simulator on a free port. */
export async function testCard(notifyUrl: string, now: () => Date) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'card-'))
  const server = createServer((request, response) => card.handle(request, response))
  const baseUrl = await listen(server)
  const options = { dataDir, mode: 'demo', notifyUrl, pagesUrl: baseUrl, now } as const
  const card = await createCardSimulator(options)
  return {
    ...card,
    baseUrl,
    async stop() {
      card.close()
      server.closeAllConnections()
      server.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
