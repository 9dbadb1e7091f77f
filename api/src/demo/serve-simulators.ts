import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createCardSimulator,
  createMailboxSimulator,
  createViesSimulator,
  createWalletSimulator,
  type CardSimulator,
  type WalletSimulator,
} from '@awards/simulators'
import { StartError } from '../lib/errors.ts'
import { shiftedClock } from '../lib/shifted-clock.ts'
import type { Config } from '../start/config.ts'
import { listen } from '../start/ports.ts'

/** What a site has to know to work with simulators; the addresses are its own matter. */
type SimulatorCredentials = {
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
  otherwise?: (
    request: IncomingMessage,
    response: ServerResponse,
    papers: SimulatorCredentials,
  ) => void
}

/** Mailbox and providers of the demo on one port. Never in production. */
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
  // The first that owns a path answers.
  const simulators = [mailbox, wallet, card, createViesSimulator({ mode, now })]
  const papers: SimulatorCredentials = {
    smtpPort: mailbox.smtpPort,
    pages,
    notifyUrl,
    wallet: wallet.credentials,
    card: card.credentials,
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

function leadToMailbox(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(302, { location: '/mailbox' }).end()
}

const PATH = '/papers'
const WAIT_MS = 20_000
const PAUSE_MS = 250

/** Who knows the secret of the site gets the keys of the play money. */
const passOf = (secret: string) => createHmac('sha256', secret).update('simulators').digest('hex')

/** Hands the papers of the simulators to the processes of one site. */
export const serveCredentials =
  (secret: string) =>
  (request: IncomingMessage, response: ServerResponse, papers: SimulatorCredentials) => {
    if (request.url !== PATH) return leadToMailbox(request, response)
    const [given, wanted] = [request.headers.authorization ?? '', `Bearer ${passOf(secret)}`]
    const isKnown =
      given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
    response.writeHead(isKnown ? 200 : 401, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(isKnown ? papers : {}))
  }

/** Fetches the papers from simulators that may still be starting. */
async function fetchCredentials(address: string, secret: string): Promise<SimulatorCredentials> {
  const headers = { authorization: `Bearer ${passOf(secret)}` }
  for (const end = Date.now() + WAIT_MS; ;) {
    const answer = await fetch(new URL(PATH, address), { headers, redirect: 'manual' }).catch(
      () => undefined,
    )
    if (answer?.ok) return (await answer.json()) as SimulatorCredentials
    if (answer?.status === 401) {
      throw new StartError(
        `The simulators at ${address} have another SECRET. Give all processes the same one.`,
      )
    }
    if (Date.now() > end) {
      throw new StartError(
        `The simulators at ${address} do not answer. Start them, or take SIMULATORS_URL away.`,
      )
    }
    await delay(PAUSE_MS)
  }
}

type Simulators = ReturnType<typeof connectionTo> & { close(): Promise<void> }

/** Mailbox and providers of the demo: on the port after the site's, or those of another process. */
export async function startSimulators(config: Config): Promise<Simulators> {
  const { dataDir, mode, host, port, siteUrl, clockShiftFile, simulatorsUrl, secret } = config
  if (simulatorsUrl) {
    const papers = await fetchCredentials(simulatorsUrl, secret)
    return { ...connectionTo(simulatorsUrl, papers), close: async () => undefined }
  }
  const pages = new URL(siteUrl)
  pages.port = String(port + 1)
  const { papers, close } = await serveSimulators({
    dataDir,
    mode,
    host,
    port: port + 1,
    pages: pages.origin,
    notifyUrl: `http://127.0.0.1:${port}`,
    now: clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date(),
  })
  return { ...connectionTo(`http://127.0.0.1:${port + 1}`, papers), close }
}

/** The settings of a site that works with simulators at an address. */
function connectionTo(
  address: string,
  { smtpPort, pages, notifyUrl, ...papers }: SimulatorCredentials,
) {
  const page = (path: string) => new URL(path, pages).href
  return {
    smtpUrl: `smtp://${new URL(address).hostname}:${smtpPort}`,
    mailboxPage: page('/mailbox'),
    walletPage: page('/wallet'),
    cardPage: page('/card'),
    viesPage: page('/vies'),
    wechat: { ...papers.wallet, baseUrl: address, notifyUrl: `${notifyUrl}/api/wxpay/notify` },
    /** Asked in the name of a number that is nobody's, as the programme of the demo. */
    vies: { baseUrl: `${address}/vies/rest-api`, requester: 'FR00000000000', timeoutMs: 4_000 },
    stripe: { ...papers.card, apiBase: address },
  }
}
