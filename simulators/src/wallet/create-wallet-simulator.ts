import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { readBody } from '../http.ts'
import {
  refusal,
  transactionOf,
  type ApiAnswer,
  type ApiRequest,
  type Dependencies,
} from './wallet-answers.ts'
import { walletBook, type WalletChaos, type WalletForge, type WalletOrder } from './wallet-book.ts'
import { walletControl } from './wallet-control.ts'
import { merchantFault, signedHeaders, walletKeys, type WalletKeys } from './wallet-keys.ts'
import { makeNotice, type WalletFact, walletNotifier } from './wallet-notifier.ts'
import { walletOrders, walletRefunds, apiV2Key, RATE_PATH, rateAnswer } from './wallet-orders.ts'
import { walletPapers } from './wallet-papers.ts'

const CALLS = '/v3/'
const PAGES = '/wallet'
const CALLS_KEPT = 200

type Counter = 'failNext' | 'loseAnswerNext' | 'badSignatureNext' | 'probeNext' | 'changeFileNext'
type Options = {
  dataDir: string
  mode: 'demo' | 'production'
  now?: () => Date
}
export type WalletSimulator = Awaited<ReturnType<typeof createWalletSimulator>>

/**
 * A wallet that speaks WeChat Pay API v3 over HTTP with real keys: it checks the merchant's
 * signatures, signs its answers and sends encrypted callbacks. `/wallet` is the payer's phone.
 */
export async function createWalletSimulator({ dataDir, mode, now = () => new Date() }: Options) {
  if (mode === 'production') {
    throw new Error('The wallet simulator does not run in production. Set the WECHAT_* variables.')
  }
  const directory = path.join(dataDir, 'simulators')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const keys = await walletKeys(directory)
  const book = walletBook(directory, now)
  const nonces = new Set<string>()
  const calls: string[] = []
  let chaos: WalletChaos = {}
  let held: Promise<void> | undefined
  const notifier = walletNotifier({ keys, now, chaos: () => chaos })
  const answer = walletCalls({ keys, book, notifier, now, chaos: () => chaos })

  const setChaos = (wish: WalletChaos) => {
    chaos = { ...wish }
  }
  const factOf = (order: WalletOrder): WalletFact => ({
    event: 'TRANSACTION.SUCCESS',
    kind: 'transaction',
    plain: transactionOf(keys, order),
  })

  function pay(code: string) {
    const outcome = book.pay(code)
    if (outcome.ok) notifier.notify(outcome.order.notify_url, factOf(outcome.order))
    return outcome
  }

  const control = walletControl({ book, notifier, now, pay, setChaos })

  async function call(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/' } = request
    calls.push(`${method} ${url}`)
    if (calls.length > CALLS_KEPT) calls.shift()
    const body = await readBody(request)
    const { authorization = '', 'wechatpay-serial': serial, host = 'wallet' } = request.headers
    const byCertificate = serial === keys.certificate.serial
    const send = async (given: ApiAnswer) => {
      if (take('loseAnswerNext')) return request.socket.destroy()
      const wait = held
      held = undefined
      await wait
      const isOther = given.text !== undefined && take('changeFileNext')
      const spoil = take('badSignatureNext')
      const probe = take('probeNext')
      return sendAnswer(response, { keys, now: now() }, isOther ? otherFile(given) : given, {
        spoil,
        probe,
        byCertificate,
      })
    }

    if (serial !== undefined && serial !== keys.platformKeyId && !byCertificate) {
      return send({ status: 400, body: { code: 'INVALID_REQUEST', message: 'Wechatpay-Serial' } })
    }
    const fault = merchantFault(keys, now(), nonces, { method, url, authorization, body })
    if (fault) return send({ status: 401, body: { code: 'SIGN_ERROR', message: fault } })
    if (take('failNext')) {
      return send({ status: 500, body: { code: 'SYSTEM_ERROR', message: '系统异常，请稍后重试' } })
    }
    return send(
      answer({ method, url: new URL(url, `http://${host}`), body: body ? JSON.parse(body) : {} }),
    )
  }

  async function tellRate(request: IncomingMessage, response: ServerResponse) {
    calls.push(`${request.method} ${request.url}`)
    const text = take('failNext') ? '' : rateAnswer(keys, await readBody(request))
    response.writeHead(200, { 'content-type': 'text/xml' }).end(text)
  }

  function take(counter: Counter) {
    const left = chaos[counter] ?? 0
    if (left > 0) chaos[counter] = left - 1
    return left > 0
  }

  return {
    /** What a merchant has to know; the base address is where the simulator listens. */
    credentials: {
      flavour: 'global' as const,
      appid: keys.appid,
      mchid: keys.mchid,
      mcc: keys.mcc,
      merchantSerial: keys.merchantSerial,
      merchantPrivateKey: keys.merchant.privateKey,
      apiV3Key: keys.apiV3Key,
      apiV2Key: apiV2Key(keys),
      platformKeys: { [keys.platformKeyId]: keys.platform.publicKey },
      preferredSerial: keys.platformKeyId,
    },
    owns: (pathname: string) =>
      pathname === RATE_PATH || pathname.startsWith(CALLS) || pathname.startsWith(PAGES),
    handle(request: IncomingMessage, response: ServerResponse) {
      const run =
        request.url === RATE_PATH ? tellRate : request.url?.startsWith(CALLS) ? call : control
      run(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' })
        response.end('{"code":"PARAM_ERROR","message":"参数错误"}')
      })
    },
    pay,
    setChaos,
    /** The platform certificate of the old mode, by its serial number. */
    certificate: { [keys.certificate.serial]: keys.certificate.pem },
    /** A notification as it would be sent now, for tests that carry it themselves. */
    notice: (fact: WalletFact, forge?: WalletForge) =>
      makeNotice(keys, now(), fact, forge && { notifyForge: forge }),
    /** Headers that prove any body, also one that is no notification. */
    proofOf: (body: string) => signedHeaders(keys, now(), body),
    /** A notification that is signed with the certificate of the old mode. */
    noticeBy: (notifyWith: 'certificate', fact: WalletFact) =>
      makeNotice(keys, now(), fact, { notifyWith }),
    factOf,
    /** What merchants have asked for lately, in its order. */
    calls: () => [...calls],
    /** The next answer waits until the given function is called. */
    holdNextAnswer() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    deliveries: notifier.deliveries,
    orders: book.orders,
    close: notifier.stop,
  }
}

const otherFile = (given: ApiAnswer): ApiAnswer => ({ ...given, text: `${given.text} ` })

/** The provider's calls, under the names of the mainland and of the cross-border contract. */
function walletCalls(dependencies: Dependencies) {
  const orders = walletOrders(dependencies)
  const refunds = walletRefunds(dependencies)
  const papers = walletPapers(dependencies)

  return function answer({ method, url, body }: ApiRequest): ApiAnswer {
    const { pathname, searchParams } = url
    const isGlobal = pathname.startsWith('/v3/global/')
    const path = pathname
      .replace('/v3/global/transactions', '/v3/pay/transactions')
      .replace(/^\/v3\/global\/refunds(\/out-refund-no)?/, '/v3/refund/domestic/refunds')
      .replace('/v3/global/certificates', '/v3/certificates')
    const [, order, close] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
    const [, refund] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? []

    if (method === 'POST') {
      if (path === '/v3/pay/transactions/native') return orders.create(body, isGlobal)
      if (order && close) return orders.close(decodeURIComponent(order))
      if (path === '/v3/refund/domestic/refunds') return refunds.request(body)
    }
    if (method === 'GET') {
      if (order && !close) return orders.query(decodeURIComponent(order), searchParams.get('mchid'))
      if (refund) return refunds.query(decodeURIComponent(refund))
      if (path === '/v3/certificates') return papers.certificates()
      if (path === '/v3/global/statements') return papers.statement(searchParams.get('date'))
      if (path === '/v3/bill/tradebill') {
        return papers.bill(searchParams.get('bill_date'), url.host)
      }
      if (path === '/v3/billdownload/file') return papers.download(searchParams.get('token'))
    }
    return refusal(404, 'RESOURCE_NOT_EXISTS', `${method} ${pathname}`)
  }
}

type Signing = { spoil: boolean; probe: boolean; byCertificate: boolean }

/** Only successful answers are signed, as at the provider; of a file, its hash; of a download, nothing. */
function sendAnswer(
  response: ServerResponse,
  { keys, now }: { keys: WalletKeys; now: Date },
  { status, body, text, sha1 }: ApiAnswer,
  signing: Signing,
) {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body))
  const signed = sha1 === undefined ? content : JSON.stringify({ sha1 })
  const isSigned = status < 300 && (text === undefined || sha1 !== undefined)
  const proof: Record<string, string> = isSigned
    ? signedHeaders(keys, now, signed, signing)
    : { 'request-id': randomBytes(8).toString('hex') }
  response.writeHead(status, {
    date: now.toUTCString(),
    ...(content && { 'content-type': text === undefined ? 'application/json' : 'text/plain' }),
    ...(sha1 && { 'wechatpay-statement-sha1': sha1 }),
    ...proof,
  })
  return response.end(content)
}
