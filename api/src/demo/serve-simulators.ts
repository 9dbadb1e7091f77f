import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createCardSimulator,
  createMailboxSimulator,
  createViesSimulator,
  createWalletSimulator,
} from '@awards/simulators'
import type { CardSimulator, WalletSimulator } from '@awards/simulators'
import { listen } from '../start/ports.ts'

/** What a site has to know to work with simulators; the addresses are its own matter. */
export type SimulatorPapers = {
  readonly smtpPort: number
  /** Where people find the pages. */
  readonly pages: string
  /** Where the simulators reach the site. */
  readonly notifyUrl: string
  readonly wallet: WalletSimulator['credentials']
  readonly card: CardSimulator['credentials']
}

type Options = {
  dataDir: string
  mode: 'demo' | 'production'
  host: string
  port: number
  smtp?: { host: string; port: number }
  pages: string
  notifyUrl: string
  now: () => Date
  /** Answers what no simulator does. */
  otherwise?: (request: IncomingMessage, response: ServerResponse, papers: SimulatorPapers) => void
}

/** Mailbox and providers of the demo on one port. Never in production. */
export async function serveSimulators(options: Options) {
  const { dataDir, mode, host, port, pages, notifyUrl, now } = options
  const mailbox = await createMailboxSimulator({ dataDir, ...options.smtp })
  const wallet = await createWalletSimulator({ dataDir, mode, now })
  const card = await createCardSimulator({
    ...{ dataDir, mode, now, pagesUrl: pages },
    notifyUrl: `${notifyUrl}/api/stripe/notify`,
  })
  // The first that owns a path answers.
  const simulators = [mailbox, wallet, card, createViesSimulator({ mode, now })]
  const papers: SimulatorPapers = {
    smtpPort: mailbox.smtpPort,
    ...{ pages, notifyUrl, wallet: wallet.credentials, card: card.credentials },
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulators')
    const simulator = simulators.find((one) => one.owns(pathname))
    if (simulator) simulator.handle(request, response)
    else (options.otherwise ?? leadToMailbox)(request, response, papers)
  })
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await listen(listening, port)

  return {
    papers,
    async close() {
      for (const simulator of simulators) await simulator.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function leadToMailbox(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(302, { location: '/mailbox' }).end()
}
