import { createServer } from 'node:http'
import {
  createCardSimulator,
  createMailboxSimulator,
  createViesSimulator,
  createWalletSimulator,
} from '@awards/simulators'
import type { Config } from '../app/config.ts'
import { listen } from '../app/ports.ts'
import { shiftedClock } from '../app/shifted-clock.ts'

/** Mailbox and providers of the demo, on the port after the site's. Never in production. */
export async function startSimulators(config: Config) {
  const { dataDir, mode, host, port, siteUrl, clockShiftFile } = config
  const now = clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date()
  const mailbox = await createMailboxSimulator({ dataDir })
  const wallet = await createWalletSimulator({ dataDir, mode, now })
  const ownPort = port + 1
  const pages = new URL(siteUrl)
  pages.port = String(ownPort)
  const card = await createCardSimulator({
    dataDir,
    mode,
    now,
    notifyUrl: `http://127.0.0.1:${port}/api/stripe/notify`,
    pagesUrl: pages.origin,
  })
  const vies = createViesSimulator({ mode, now })
  // The first that owns a path answers.
  const simulators = [mailbox, wallet, card, vies]

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulators')
    const simulator = simulators.find((one) => one.owns(pathname))
    if (simulator) simulator.handle(request, response)
    else response.writeHead(302, { location: '/mailbox' }).end()
  })
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ownPort, host, resolve)
  })
  await listen(listening, ownPort)

  return {
    smtpUrl: mailbox.smtpUrl,
    mailboxPage: new URL('/mailbox', pages).href,
    walletPage: new URL('/wallet', pages).href,
    cardPage: new URL('/card', pages).href,
    viesPage: new URL('/vies', pages).href,
    wechat: {
      ...wallet.credentials,
      baseUrl: `http://127.0.0.1:${ownPort}`,
      notifyUrl: `http://127.0.0.1:${port}/api/wxpay/notify`,
    },
    /** Asked in the name of a number that is nobody's, as the programme of the demo. */
    vies: {
      baseUrl: `http://127.0.0.1:${ownPort}/vies/rest-api`,
      requester: 'FR00000000000',
      timeoutMs: 4_000,
    },
    stripe: { ...card.credentials, apiBase: `http://127.0.0.1:${ownPort}` },
    async close() {
      for (const simulator of simulators) await simulator.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
