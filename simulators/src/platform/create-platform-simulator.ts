import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml as escape, readBody } from '../http.ts'
import { reportFacts } from './report-rules.ts'
import {
  buyerKind,
  invoiceFacts,
  platformBook,
  PLATFORM_RULES,
  statusFacts,
  type FlowInfo,
  type PlatformFlow,
} from './platform-book.ts'

const PAGE_POLICY = "default-src 'none'; style-src 'self'"
const FLOWS = '/pa/flow-service/v1/flows'
const LINES = '/pa/directory-service/v1/directory-line/search'
const TOKEN_SECONDS = 3_600
const KEPT = 30

type Call = 'token' | 'submit' | 'search' | 'flow' | 'directory'
/**
 * A fault of the next call of a kind: `before` anything is done or `after`, an answer with a status or none (`hang`
 * closes the connection when the caller gives up).
 */
export type PlatformFault = {
  call: Call
  when: 'before' | 'after'
  how: number | 'hang' | 'cut' | 'garbage'
  retryAfter?: number
}
type Options = { mode: 'demo' | 'production'; now?: () => Date }
export type PlatformSimulator = ReturnType<typeof createPlatformSimulator>

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/**
 * An approved platform (plateforme agréée) that speaks XP Z12-013: tokens, flows and the directory of buyers. `/pa`
 * shows what it was given and tells how it treats a buyer.
 */
export function createPlatformSimulator({ mode, now = () => new Date() }: Options) {
  if (mode === 'production') {
    throw new Error(
      'The platform simulator does not run in production. Connect the approved platform there.',
    )
  }
  const book = platformBook(now)
  const faults: PlatformFault[] = []
  const tokens = new Map<string, number>()
  const calls: { call: Call; at: Date }[] = []

  function tokenFor(body: string) {
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      throw new Refusal(400, 'unsupported_grant_type')
    }
    const access_token = randomUUID()
    tokens.set(access_token, now().getTime() + TOKEN_SECONDS * 1_000)
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
  }

  function requireToken(request: IncomingMessage) {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if ((tokens.get(token) ?? 0) <= now().getTime()) throw new Refusal(401, 'INVALID_TOKEN')
    if (!/^[\da-f-]{36}$/.test(String(request.headers['request-id'])))
      throw new Refusal(400, 'MISSING_REQUEST_ID')
  }

  function submit(request: IncomingMessage, body: string) {
    const [, boundary = ''] = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '') ?? []
    const parts = body.split(`--${boundary}`).map((part) => part.split('\r\n\r\n'))
    const named = (name: string) =>
      parts
        .find(([head = '']) => head.includes(`name="${name}"`))
        ?.slice(1)
        .join('\r\n\r\n')
        .replace(/\r\n$/, '')
    const info = JSON.parse(named('flowInfo') ?? 'null') as FlowInfo | null
    const file = named('file')
    if (!info?.name || !info.flowSyntax || file === undefined)
      throw new Refusal(400, 'MISSING_REQUIRED_FIELD')
    const sum = createHash('sha256').update(file).digest('hex')
    if (info.sha256 && info.sha256 !== sum) throw new Refusal(422, 'CHECKSUM_MISMATCH')
    if (file === '') throw new Refusal(422, 'EMPTY_FLOW')
    const { flowId, trackingId, name, flowSyntax, submittedAt, sha256 } = book.accept(info, file)
    return { status: 202, body: { flowId, trackingId, name, flowSyntax, submittedAt, sha256 } }
  }

  function search(body: string) {
    const { where, limit = 25 } = JSON.parse(body) as {
      where?: { trackingId?: string; updatedAfter?: string }
      limit?: number
    }
    if (!where || Object.keys(where).length === 0) throw new Refusal(400, 'MISSING_CRITERION')
    if (limit > 100) throw new Refusal(400, 'LIMIT_TOO_HIGH')
    const results = book.search(where, limit).map(metadata)
    return { status: 200, body: { limit, filters: where, results } }
  }

  function lines(body: string) {
    const { filters } = JSON.parse(body) as { filters?: { siren?: { value?: string } } }
    const siren = filters?.siren?.value ?? ''
    if (!/^\d{9}$/.test(siren)) throw new Refusal(422, 'INVALID_SIREN')
    if (buyerKind(siren) === 'no_address') return { status: 204 }
    const line = {
      addressingIdentifier: siren,
      platformType: 'WK',
      directoryLineStatus: 'Enabled',
      siren,
    }
    return { status: 200, body: { totalNumberOfResults: 1, results: [line] } }
  }

  function flowOf(url: URL) {
    const flow = book.find(url.pathname.slice(FLOWS.length + 1))
    if (!flow) throw new Refusal(404, 'UNKNOWN_FLOW')
    return url.searchParams.get('docType') === 'Original'
      ? { status: 200, text: flow.file }
      : { status: 200, body: metadata(flow) }
  }

  type Reply = { status: number; body?: object; text?: string }
  const callOf = (method: string | undefined, path: string): Call | undefined => {
    if (method === 'GET') return path.startsWith(`${FLOWS}/`) ? 'flow' : undefined
    const posts: Record<string, Call> = {
      '/pa/token': 'token',
      [FLOWS]: 'submit',
      [`${FLOWS}/search`]: 'search',
      [LINES]: 'directory',
    }
    return method === 'POST' ? posts[path] : undefined
  }

  async function answer(call: Call, request: IncomingMessage, url: URL): Promise<Reply> {
    const body = await readBody(request)
    if (call === 'token') return tokenFor(body)
    requireToken(request)
    if (call === 'submit') return submit(request, body)
    if (call === 'search') return search(body)
    return call === 'directory' ? lines(body) : flowOf(url)
  }

  async function serve(call: Call, request: IncomingMessage, response: ServerResponse, url: URL) {
    calls.push({ call, at: now() })
    const index = faults.findIndex((one) => one.call === call)
    const [fault] = index === -1 ? [] : faults.splice(index, 1)
    if (fault?.when === 'before') return misbehave(fault, response)
    const reply = await answer(call, request, url).catch((error: unknown): Reply => {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { errorCode: error.message } }
    })
    if (fault) return misbehave(fault, response)
    if (reply.text !== undefined) {
      return response
        .writeHead(reply.status, { 'content-type': 'application/octet-stream' })
        .end(reply.text)
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    return response.end(reply.body && JSON.stringify(reply.body))
  }

  /** Tests and people set faults and look at the flows over HTTP too. */
  async function control(request: IncomingMessage, response: ServerResponse, pathname: string) {
    if (request.method === 'POST' && pathname === '/pa/faults') {
      faults.push(...(JSON.parse(await readBody(request)) as PlatformFault[]))
      return response.writeHead(204).end()
    }
    const isData = pathname === '/pa/flows'
    response.writeHead(200, {
      'content-type': isData ? 'application/json' : 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    book.advance()
    return response.end(
      isData ? JSON.stringify(book.flows().map(metadata)) : platformPage(book.flows()),
    )
  }

  return {
    owns: (pathname: string) => pathname === '/pa' || pathname.startsWith('/pa/'),
    handle(request: IncomingMessage, response: ServerResponse) {
      const url = new URL(request.url ?? '/', 'http://pa')
      const call = callOf(request.method, url.pathname)
      const served = call
        ? serve(call, request, response, url)
        : control(request, response, url.pathname)
      served.catch(() => response.headersSent || response.writeHead(400).end())
    },
    book,
    calls,
    /** Those that were asked for and have not happened yet. */
    faults,
    /** The next calls of their kinds fail like this. */
    fail: (...more: PlatformFault[]) => void faults.push(...more),
    /** Ends all tokens before their time. */
    endTokens: () => tokens.clear(),
    close: () => undefined,
  }
}

function misbehave({ how, retryAfter }: PlatformFault, response: ServerResponse) {
  if (how === 'hang') return
  if (how === 'cut') return response.destroy()
  if (how === 'garbage')
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Maintenance</p>')
  return response
    .writeHead(how, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(how >= 300 && how < 400 && { location: 'http://127.0.0.1:9/' }),
    })
    .end(JSON.stringify({ errorCode: 'SIMULATED', errorMessage: 'A fault that was asked for' }))
}

const metadata = ({ ack, details, file: _file, listedAt: _listedAt, ...flow }: PlatformFlow) => ({
  ...flow,
  processingRuleSource: 'Input',
  acknowledgement: { status: ack, ...(details.length > 0 && { details }) },
})

const rule = ({ ending, answer, says }: (typeof PLATFORM_RULES)[number]) =>
  `<tr><td>…${ending}</td><td>${answer}</td><td>${says}</td></tr>`

function row({ flowDirection, flowSyntax, file, ack, updatedAt }: PlatformFlow) {
  const { subject, what } = factsOf(flowSyntax, file)
  const cells = [flowDirection, subject, what, ack]
  return `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}<td><time datetime="${updatedAt}">${updatedAt.slice(11, 19)} UTC</time></td></tr>`
}

function factsOf(syntax: string, file: string): { subject: string; what: string } {
  if (syntax === 'FRR') {
    const { id, type, from, to, flows } = reportFacts(file)
    return { subject: id, what: `${type} of ${from} to ${to}: ${flows.join(', ')}` }
  }
  if (syntax === 'CII') {
    const { number, gross } = invoiceFacts(file)
    return { subject: number, what: `invoice, ${gross}` }
  }
  const { invoice, code, amounts } = statusFacts(file)
  const parts = amounts.map(({ amount, rate }) => `${amount} at ${rate} %`)
  return { subject: invoice, what: [code, ...parts].join(', ') }
}

/** What came and went lately, and how a buyer is treated. */
const platformPage = (flows: readonly PlatformFlow[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform simulator</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
<link rel="stylesheet" href="/vies/vies.css">
</head>
<body>
<header><p class="over">Simulated approved platform</p><nav><a href="/mailbox">Mailbox</a><a href="/wallet">Wallet</a><a href="/card">Cards</a><a href="/vies">VIES</a><a href="/pa">Platform</a></nav></header>
<main>
<h1>Approved platform</h1>
<p>Invoices between French businesses come here, and reports of other sales for the tax office. Each invoice is deposited, received, taken in hand and approved within two minutes, unless the last two digits of the buyer's SIREN say otherwise.</p>
<table><thead><tr><th scope="col">Ends in</th><th scope="col">Answer</th><th scope="col">Meaning</th></tr></thead><tbody>
${PLATFORM_RULES.map(rule).join('\n')}
</tbody></table>
<h2>Lately</h2>
${
  flows.length > 0
    ? `<table><thead><tr><th scope="col">Way</th><th scope="col">Number</th><th scope="col">What</th><th scope="col">Checks</th><th scope="col">At</th></tr></thead><tbody>${flows.slice(-KEPT).toReversed().map(row).join('\n')}</tbody></table>`
    : '<p class="empty">Nothing yet. Pay a fee as a French company with its SIREN.</p>'
}
</main>
<footer>Nothing leaves this machine. This page exists in the demo alone.</footer>
</body>
</html>`
