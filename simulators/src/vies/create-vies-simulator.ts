import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { readBody, escapeHtml } from '../http.ts'

const STYLES = readFileSync(join(import.meta.dirname, 'vies.css'))
const PAGE_POLICY = "default-src 'none'; style-src 'self'"
const CALL = '/vies/rest-api/check-vat-number'
const SLOW_MS = 10_000
const KEPT = 20

type Options = { mode: 'demo' | 'production'; now?: () => Date; slowMs?: number }
type Question = {
  countryCode?: string
  vatNumber?: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}
export type ViesSimulator = ReturnType<typeof createViesSimulator>

/**
 * The Commission's register of VAT numbers as its REST service answers: yes, no, an error of the
 * country's register or of its own, or too late. `/vies` tells which number gets which answer.
 */
export function createViesSimulator({ mode, now = () => new Date(), slowMs = SLOW_MS }: Options) {
  if (mode === 'production') {
    throw new Error('The VIES simulator does not run in production. The Commission is asked there.')
  }
  const questions: ViesQuestion[] = []
  const waiting = new Set<NodeJS.Timeout>()
  let count = 0

  function answer(asked: Question): { status: number; body: object; delay?: number } {
    const { countryCode = '', vatNumber = '' } = asked
    const kind = kindOf(vatNumber)
    questions.unshift({ number: countryCode + vatNumber, answer: kind, at: now() })
    questions.splice(KEPT)
    if (!/^[A-Z]{2}$/.test(countryCode) || !vatNumber) return failure(400, 'INVALID_INPUT')
    if (kind === 'MS_UNAVAILABLE' || kind === 'GLOBAL_MAX_CONCURRENT_REQ') return failure(500, kind)
    const valid = kind !== 'invalid'
    const isTold = valid && kind !== 'silent'
    const hasRequester = valid && asked.requesterMemberStateCode && asked.requesterNumber
    count += 1
    const body = {
      countryCode,
      vatNumber,
      requestDate: now().toISOString(),
      valid,
      requestIdentifier: hasRequester ? `WAPIAAAA${String(count).padStart(8, '0')}` : '',
      name: isTold ? `SPECIMEN ${countryCode}${vatNumber}` : '---',
      address: isTold ? `1 SPECIMEN STREET, ${countryCode}` : '---',
      traderName: '---',
      traderStreet: '---',
      traderPostalCode: '---',
      traderCity: '---',
      traderCompanyType: '---',
      traderNameMatch: 'NOT_PROCESSED',
      traderStreetMatch: 'NOT_PROCESSED',
      traderPostalCodeMatch: 'NOT_PROCESSED',
      traderCityMatch: 'NOT_PROCESSED',
      traderCompanyTypeMatch: 'NOT_PROCESSED',
    }
    return { status: 200, body, ...(kind === 'slow' && { delay: slowMs }) }
  }

  async function call(request: IncomingMessage, response: ServerResponse) {
    const { status, body, delay = 0 } = answer(JSON.parse(await readBody(request)) as Question)
    const send = () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (delay === 0) return send()
    const timer = setTimeout(() => {
      waiting.delete(timer)
      send()
    }, delay)
    waiting.add(timer)
  }

  return {
    owns: (pathname: string) => pathname === '/vies' || pathname.startsWith('/vies/'),
    handle(request: IncomingMessage, response: ServerResponse) {
      const { pathname } = new URL(request.url ?? '/', 'http://vies')
      if (request.method === 'POST' && pathname === CALL) {
        call(request, response).catch(() => response.writeHead(400).end())
        return
      }
      const isStyle = pathname === '/vies/vies.css'
      response.writeHead(200, {
        'content-type': isStyle ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.end(isStyle ? STYLES : viesPage(questions))
    },
    questions,
    close() {
      for (const timer of waiting) clearTimeout(timer)
    },
  }
}

const failure = (status: number, error: string) => ({
  status,
  body: { actionSucceed: false, errorWrappers: [{ error }] },
})

/** How the simulator answers, by the last two digits of a number. Shown on its page and in the docs. */
export const VIES_RULES = [
  { ending: '98', answer: 'invalid', says: 'The number is not registered' },
  { ending: '97', answer: 'MS_UNAVAILABLE', says: 'The register of the country is away' },
  {
    ending: '96',
    answer: 'GLOBAL_MAX_CONCURRENT_REQ',
    says: 'The Commission has too much to do',
  },
  { ending: '95', answer: 'slow', says: 'The answer comes after ten seconds: too late' },
  { ending: '94', answer: 'silent', says: 'Registered; the country keeps name and address back' },
] as const

type ViesAnswerKind = (typeof VIES_RULES)[number]['answer'] | 'valid'

/** The answer that a number stands for; one that no rule names is registered. */
export function kindOf(vatNumber: string): ViesAnswerKind {
  const ending = vatNumber.replaceAll(/\D/g, '').slice(-2)
  return VIES_RULES.find((rule) => rule.ending === ending)?.answer ?? 'valid'
}

/** A number that somebody has asked for. */
type ViesQuestion = { number: string; answer: string; at: Date }

/** Long names of errors break behind their underscores. */
const breakable = (answer: string) => answer.replaceAll('_', '_<wbr>')

const rule = ({ ending, answer, says }: (typeof VIES_RULES)[number]) =>
  `<tr><td>…${ending}</td><td>${breakable(answer)}</td><td>${says}</td></tr>`

const question = ({ number, answer, at }: ViesQuestion) =>
  `<tr><td>${escapeHtml(number)}</td><td>${breakable(answer)}</td><td><time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time></td></tr>`

/** Which number is answered how, and what was asked lately. */
const viesPage = (questions: readonly ViesQuestion[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>VIES simulator</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
<link rel="stylesheet" href="/vies/vies.css">
</head>
<body>
<header><p class="over">Simulated register of VAT numbers</p><nav><a href="/mailbox">Mailbox</a><a href="/wallet">Wallet</a><a href="/card">Cards</a><a href="/vies">VIES</a><a href="/pa">Platform</a></nav></header>
<main>
<h1>VIES</h1>
<p>Any VAT number that is written as numbers of its country are is registered here, unless its last two digits say otherwise.</p>
<table><thead><tr><th scope="col">Ends in</th><th scope="col">Answer</th><th scope="col">Meaning</th></tr></thead><tbody>
${VIES_RULES.map(rule).join('\n')}
</tbody></table>
<h2>Asked lately</h2>
${
  questions.length > 0
    ? `<table><thead><tr><th scope="col">Number</th><th scope="col">Answer</th><th scope="col">At</th></tr></thead><tbody>${questions.map(question).join('\n')}</tbody></table>`
    : '<p class="empty">Nothing yet. Give a company of another country of the Union on the fee page, with its VAT number.</p>'
}
</main>
<footer>Nobody is asked outside this machine. This page exists in the demo alone.</footer>
</body>
</html>`
