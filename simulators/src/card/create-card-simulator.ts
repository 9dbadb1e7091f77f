import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile, mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { readBody } from '../http.ts'
import { cardActs, cardRefunds } from './card-acts.ts'
import { API_VERSION, cardBook, CardRefusal, type CardAnswer, type CardChaos } from './card-book.ts'
import { cardCalls } from './card-calls.ts'
import { cardControl } from './card-control.ts'
import { cardNotifier } from './card-notifier.ts'
import { objectsOf } from './card-objects.ts'

const FILE = 'card-keys.json'

export type CardKeys = { secretKey: string; webhookSecret: string }

/** Keys of the merchant; generated on the first start and stored. */
async function cardKeys(directory: string): Promise<CardKeys> {
  const file = path.join(directory, FILE)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return JSON.parse(kept) as CardKeys
  const keys = {
    secretKey: `sk_test_${randomBytes(36).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  }
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}

const CALLS = '/v1/'
const LOOK_MS = 5_000

type Options = {
  dataDir: string
  mode: 'demo' | 'production'
  /** Where the merchant hears of events, and where people find the simulator's pages. */
  notifyUrl: string
  pagesUrl: string
  now?: () => Date
}
export type CardSimulator = Awaited<ReturnType<typeof createCardSimulator>>

/**
 * A card service that speaks Stripe's API over HTTP as far as hosted payments need it: forms,
 * idempotency keys, lists, signed events. `/card/pay/…` is the payer's page, `/card` the merchant's.
 */
export async function createCardSimulator(options: Options) {
  const { dataDir, mode, notifyUrl, pagesUrl, now = () => new Date() } = options
  if (mode === 'production') {
    throw new Error('The card simulator does not run in production. Set the STRIPE_* variables.')
  }
  const directory = path.join(dataDir, 'simulators')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const keys = await cardKeys(directory)
  const book = cardBook(directory, now)
  const { seconds, newId } = book
  let chaos: CardChaos = {}
  const secret = keys.webhookSecret
  const notifier = cardNotifier({ url: notifyUrl, secret, newId, seconds, chaos: () => chaos })
  const acts = cardActs({ book, notifier, pagesUrl, chaos: () => chaos })
  const refunds = cardRefunds({ book, notifier, acts, chaos: () => chaos })
  const answer = cardCalls({ book, acts, refunds, objects: objectsOf(book, pagesUrl), pagesUrl })
  const setChaos = (wish: CardChaos) => {
    chaos = { ...wish }
  }
  const control = cardControl({ book, acts, refunds, notifier, setChaos })
  const clockwork = setInterval(acts.expireDue, LOOK_MS)
  clockwork.unref()

  async function call(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const send = ({ status, body: data, isReplay }: CardAnswer & { isReplay?: boolean }) => {
      if (take('loseAnswerNext')) return request.socket.destroy()
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(7).toString('hex')}`,
        'stripe-version': API_VERSION,
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      })
      return response.end(JSON.stringify(data))
    }
    const fault = faultOf(headers.authorization, headers['stripe-version'])
    if (fault) return send(fault.answer)
    if (take('failNext')) {
      return send(new CardRefusal(500, 'An unknown error occurred.', { type: 'api_error' }).answer)
    }
    const key = headers['idempotency-key']
    return send(
      answer({
        method,
        url: new URL(url, 'http://card'),
        body,
        key: typeof key === 'string' ? key : undefined,
      }),
    )
  }

  function faultOf(authorization = '', version: unknown) {
    if (!isSame(authorization, `Bearer ${keys.secretKey}`)) {
      return new CardRefusal(401, 'Invalid API Key provided.')
    }
    if (version !== API_VERSION) {
      return new CardRefusal(400, `Invalid Stripe API version: this simulator has ${API_VERSION}.`)
    }
    return undefined
  }

  function take(counter: 'failNext' | 'loseAnswerNext') {
    const left = chaos[counter] ?? 0
    if (left > 0) chaos[counter] = left - 1
    return left > 0
  }

  return {
    /** What a merchant has to know; the address of the API is where the simulator listens. */
    credentials: { secretKey: keys.secretKey, webhookSecrets: [keys.webhookSecret] },
    owns: (pathname: string) =>
      pathname.startsWith(CALLS) || pathname === '/card' || pathname.startsWith('/card/'),
    handle(request: IncomingMessage, response: ServerResponse) {
      const run = request.url?.startsWith(CALLS) ? call : control
      run(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' })
        response.end('{"error":{"type":"invalid_request_error","message":"Invalid request"}}')
      })
    },
    pay: acts.pay,
    settle: acts.settle,
    /** What the merchant does on the provider's own pages, past the site. */
    refundOutside(session: string, amount?: number) {
      const intent = book.intents.get(book.sessions.get(session)?.payment_intent ?? '')
      const charge = book.charges.get(intent?.latest_charge ?? '')
      return charge && refunds.refund(charge, amount, {})
    },
    setChaos,
    deliveries: notifier.deliveries,
    sessions: () => [...book.sessions.values()],
    refunds: () => [...book.refunds.values()],
    close() {
      clearInterval(clockwork)
      notifier.stop()
    },
  }
}

function isSame(given: string, wanted: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
