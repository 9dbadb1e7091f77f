import { createHash } from 'node:crypto'
import type { CardActs, CardRefunds } from './card-acts.ts'
import {
  CardFailure,
  CardRefusal,
  invalid,
  noSuch,
  type CardAnswer,
  type CardBook,
} from './card-book.ts'
import { parseForm, partOf } from './card-page.ts'
import { sessionObject, type CardObjects, newSession } from './card-objects.ts'

const DEFAULT_PAGE = 10
const LARGEST_PAGE = 100

type Row = { id: string; created: number }

/** One page of rows, the newest first, after the one that was seen last. */
export function pageOf<T extends Row>(rows: Iterable<T>, query: URLSearchParams, url: string) {
  const limit = Number(query.get('limit') ?? DEFAULT_PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
    throw invalid('limit', 'Limit must be between 1 and 100.')
  }
  // The book keeps the order of writing; what was written last comes first.
  const matching = [...rows].filter((row) => isWithin(row.created, query)).reverse()
  const after = query.get('starting_after')
  const known = matching.findIndex(({ id }) => id === after)
  if (after && known < 0) throw invalid('starting_after', `No such object: '${after}'`)
  const from = after ? known + 1 : 0
  const data = matching.slice(from, from + limit)
  return { object: 'list', url, has_more: from + limit < matching.length, data }
}

function isWithin(created: number, query: URLSearchParams) {
  const bound = (name: string) => {
    const value = query.get(`created[${name}]`)
    return value === null ? undefined : Number(value)
  }
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map(bound)
  return (
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt)
  )
}

const DAY_SECONDS = 86_400

export type CardRequest = { method: string; url: URL; body: string; key: string | undefined }
type Dependencies = {
  book: CardBook
  acts: CardActs
  refunds: CardRefunds
  objects: CardObjects
  pagesUrl: string
}

/** The provider's calls that a hosted payment needs, with idempotency keys. */
export function cardCalls({ book, acts, refunds, objects, pagesUrl }: Dependencies) {
  const found = (kind: string, id: string, paths: string[] = []): CardAnswer => {
    const shown = objects.find(id)
    if (!shown) throw noSuch(kind, id)
    return { status: 200, body: objects.expanded(shown, paths) }
  }

  function expire(id: string): CardAnswer {
    const session = book.sessions.get(id)
    if (!session) throw noSuch('checkout.session', id)
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
      throw new CardRefusal(400, message)
    }
    acts.expire(session)
    return { status: 200, body: sessionObject(pagesUrl, session) }
  }

  function list(name: keyof typeof LISTS, url: URL): CardAnswer {
    const intent = url.searchParams.get('payment_intent')
    const rows = [...book[LISTS[name]].values()].filter(
      (row) => !intent || ('payment_intent' in row && row.payment_intent === intent),
    )
    const page = pageOf(rows, url.searchParams, url.pathname)
    const data = page.data.map(({ id }) => objects.find(id) ?? {})
    return { status: 200, body: objects.expanded({ ...page, data }, pathsOf(url)) }
  }

  function read(url: URL): CardAnswer {
    const path = url.pathname.slice('/v1/'.length)
    if (Object.hasOwn(LISTS, path)) return list(path as keyof typeof LISTS, url)
    const [, kind = '', id = ''] = /^(.+)\/([a-z]+_\w+)$/.exec(path) ?? []
    if (Object.hasOwn(LISTS, kind)) return found(kind, id, pathsOf(url))
    throw unrecognised('GET', url)
  }

  function write({ url, body }: CardRequest): CardAnswer {
    const form = parseForm(body)
    if (url.pathname === '/v1/checkout/sessions') {
      const session = newSession(book, form)
      book.sessions.set(session.id, session)
      return { status: 200, body: sessionObject(pagesUrl, session) }
    }
    const [, id] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(url.pathname) ?? []
    if (id) return expire(id)
    if (url.pathname === '/v1/refunds') {
      return found(
        'refund',
        refunds.create(form).id,
        Object.values(partOf(form, 'expand')).map(String),
      )
    }
    throw unrecognised('POST', url)
  }

  /** The first answer to a key is the answer to all its repetitions. */
  function once(request: CardRequest): CardAnswer & { isReplay?: boolean } {
    const { key } = request
    if (!key) return write(request)
    const fingerprint = createHash('sha256')
      .update(`${request.url.pathname}\n${request.body}`)
      .digest('hex')
    const kept = book.kept.get(key)
    if (kept && kept.created > book.seconds() - DAY_SECONDS) {
      if (kept.fingerprint !== fingerprint) throw otherParameters(key)
      return { status: kept.status, body: JSON.parse(kept.body) as object, isReplay: true }
    }
    const keep = ({ status, body }: CardAnswer) => {
      const kept = { status, body: JSON.stringify(body) }
      book.kept.set(key, { ...kept, id: key, fingerprint, created: book.seconds() })
    }
    try {
      const answer = write(request)
      keep(answer)
      return answer
    } catch (error) {
      // A call whose parameters were refused has not begun: the provider keeps nothing of it.
      if (error instanceof CardFailure) keep(error.answer)
      throw error
    }
  }

  return function answer(request: CardRequest): CardAnswer & { isReplay?: boolean } {
    acts.expireDue()
    const answered = settled(() => (request.method === 'POST' ? once(request) : read(request.url)))
    if (request.method === 'POST') book.save()
    return answered
  }
}

const LISTS = {
  'checkout/sessions': 'sessions',
  payment_intents: 'intents',
  charges: 'charges',
  refunds: 'refunds',
  balance_transactions: 'movements',
} as const

/** `expand[]=a`, `expand[0]=b`: both spellings are in use. */
const pathsOf = (url: URL) =>
  [...url.searchParams].filter(([name]) => name.startsWith('expand[')).map(([, path]) => path)

/** A refusal is an answer like any other. */
function settled<T extends CardAnswer>(run: () => T): T | CardAnswer {
  try {
    return run()
  } catch (error) {
    if (error instanceof CardRefusal) return error.answer
    throw error
  }
}

const unrecognised = (method: string, url: URL) =>
  new CardRefusal(404, `Unrecognized request URL (${method}: ${url.pathname}).`)

const otherParameters = (key: string) =>
  new CardRefusal(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
