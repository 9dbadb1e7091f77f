import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { readBody } from '../http.ts'
import { kindOf, viesPage, type ViesQuestion } from './vies-page.ts'

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
