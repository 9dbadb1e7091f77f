import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createCardSimulator, type CardSimulator } from './card/create-card-simulator.ts'
import { createMailboxSimulator } from './mailbox/create-mailbox-simulator.ts'
import { createOidcSimulator, type OidcSimulator } from './oidc/create-oidc-simulator.ts'
import { createPlatformSimulator } from './platform/create-platform-simulator.ts'
import { createViesSimulator } from './vies/create-vies-simulator.ts'
import { createWalletSimulator, type WalletSimulator } from './wallet/create-wallet-simulator.ts'

/** What a site needs to connect to running simulators, apart from their URL. */
export type SimulatorCredentials = {
  readonly smtpPort: number
  /** URL at which browsers reach the pages. */
  readonly pages: string
  /** URL at which the simulators reach the site. */
  readonly notifyUrl: string
  readonly wallet: WalletSimulator['credentials']
  readonly card: CardSimulator['credentials']
  readonly oidc: OidcSimulator['credentials']
}

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  credentials: SimulatorCredentials,
) => void

type Options = {
  dataDir: string
  mode: 'demo' | 'production'
  host: string
  port: number
  smtp?: { host: string; port: number }
  pages: string
  notifyUrl: string
  now: () => Date
  /** Answers paths that belong to no simulator; the default redirects to the mailbox. */
  otherwise?: Handler
}

/** Serves mailbox and providers of the demo on one port. Rejects with the error of the port if it is in use. */
export async function serveSimulators(options: Options) {
  const { dataDir, mode, host, port, pages, notifyUrl, now } = options
  const mailbox = await createMailboxSimulator({ dataDir, ...options.smtp })
  const wallet = await createWalletSimulator({ dataDir, mode, now })
  const card = await createCardSimulator({
    dataDir,
    mode,
    now,
    pagesUrl: pages,
    notifyUrl: `${notifyUrl}/api/stripe/notify`,
  })
  const oidc = createOidcSimulator({ mode, pages })
  // The first that owns a path answers.
  const simulators = [
    mailbox,
    wallet,
    card,
    oidc,
    createViesSimulator({ mode, now }),
    createPlatformSimulator({ mode, now }),
  ]
  const credentials: SimulatorCredentials = {
    smtpPort: mailbox.smtpPort,
    pages,
    notifyUrl,
    wallet: wallet.credentials,
    card: card.credentials,
    oidc: oidc.credentials,
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulators')
    const simulator = simulators.find((one) => one.owns(pathname))
    if (simulator) simulator.handle(request, response)
    else (options.otherwise ?? redirectToMailbox)(request, response, credentials)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  return {
    credentials,
    async close() {
      for (const simulator of simulators) await simulator.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function redirectToMailbox(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(302, { location: '/mailbox' }).end()
}

/** Serves the credentials at `/credentials` to processes that know the SECRET of the site. */
export function serveCredentials(secret: string): Handler {
  // The token that `connect-simulators.ts` of the api sends: it may run where this package is absent.
  const token = createHmac('sha256', secret).update('simulators').digest('hex')
  const expected = Buffer.from(`Bearer ${token}`)
  return (request, response, credentials) => {
    if (request.url !== '/credentials') return redirectToMailbox(request, response)
    const given = Buffer.from(request.headers.authorization ?? '')
    const isKnown = given.length === expected.length && timingSafeEqual(given, expected)
    response.writeHead(isKnown ? 200 : 401, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(isKnown ? credentials : {}))
  }
}
