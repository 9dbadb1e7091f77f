import type { Answer, Parsed, publication, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import { translated } from '../../lib/translated.ts'
import type { AppContext } from '../../start/app-context.ts'
import { certificateProofs } from '../documents/certificates/certificate-proofs.ts'
import {
  certificatesRepository,
  winnerOrderRepository,
  winnersRepository,
  type WinnerFilter,
} from './winners.repository.ts'
import { toCard, toSheet } from './winners.mapper.ts'

/** It changes with the winners alone, and then it is forgotten; this is for what nobody announces. */
const KEPT_MS = 60_000
const ID_BYTES = 8

/** Identifiers of a list in its order, and where in it a level, or an edition, begins. */
type WinnerOrder = {
  readonly ids: BigInt64Array
  readonly levels: readonly number[]
  readonly editions: readonly number[]
}

/** The order of the winners' lists, remembered: a page is a piece of it, however deep it lies. */
const winnerOrder = ({ db, publicCache }: Pick<AppContext, 'db' | 'publicCache'>) => {
  const kept = (key: string, make: () => Promise<WinnerOrder>) =>
    publicCache.through(key, make, ({ ids }) => ids.length * ID_BYTES, KEPT_MS)

  const of = (filter: WinnerFilter) =>
    kept(`winners ${JSON.stringify(filter)}`, async () =>
      toOrder(await winnerOrderRepository(db).runs(filter)),
    )

  return {
    of,
    /** All of them, each level in another order each day. */
    ofDay: (day: string) =>
      kept(`winners of ${day}`, async () => {
        const order = await of({})
        return { ...order, ids: shuffled(order, day) }
      }),
  }
}

type Runs = Awaited<ReturnType<ReturnType<typeof winnerOrderRepository>['runs']>>

function toOrder(runs: Runs): WinnerOrder {
  const levels: number[] = []
  const editions: number[] = []
  const ids: bigint[] = []
  let edition: string | undefined
  for (const run of runs) {
    levels.push(ids.length)
    if (run.edition_id !== edition) editions.push(ids.length)
    edition = run.edition_id
    for (const id of run.ids.split(',')) ids.push(BigInt(id))
  }
  return { ids: BigInt64Array.from(ids), levels, editions }
}

/** Sorted by a number that each identifier has on that day, so that one that goes moves no other. */
function shuffled({ ids, levels }: WinnerOrder, day: string): BigInt64Array {
  const salt = BigInt(day.replaceAll('-', ''))
  const place = (id: bigint) => BigInt.asUintN(64, (id ^ (salt << 20n)) * 0x9e3779b97f4a7c15n)
  const result = ids.slice()
  for (const [index, start] of levels.entries()) {
    const level = ids.subarray(start, levels[index + 1] ?? ids.length)
    const placed = Array.from(level, (id) => ({ id, at: place(id) }))
    placed.sort((a, b) => (a.at < b.at ? -1 : 1))
    result.set(
      placed.map(({ id }) => id),
      start,
    )
  }
  return result
}

/** A page of a list; beyond the end it is empty. */
const pageOf = ({ ids }: WinnerOrder, current: number, pageSize: number) =>
  ids.subarray((current - 1) * pageSize, current * pageSize)

const places = new WeakMap<BigInt64Array, Map<bigint, number>>()

/** Where an identifier is in a list: reading all of it takes longer than the rest of an answer. */
function placeOf(id: string, ids: BigInt64Array): number | undefined {
  let known = places.get(ids)
  if (!known) {
    known = new Map(Array.from(ids, (one, at) => [one, at]))
    places.set(ids, known)
  }
  return known.get(BigInt(id))
}

/** The winners before and after one in the list of its edition; undefined where it is not in the list. */
function besides({ ids, editions }: WinnerOrder, id: string) {
  const at = placeOf(id, ids)
  if (at === undefined) return undefined
  const isFirst = editions.includes(at)
  const isLast = at + 1 === ids.length || editions.includes(at + 1)
  return {
    previous: isFirst ? null : String(ids[at - 1]),
    next: isLast ? null : String(ids[at + 1]),
  }
}

type Filter = Parsed<typeof publication.winnerList>
type Window = Parsed<typeof publication.indexWinnerList>

// One answer for what is hidden, not yet published and unknown, so that nothing can be guessed.
const notPublic = () =>
  new BusinessError(404, 'There is no such work among the winners. Please go back to the list.')

/** The winners, and the certificates that prove them. */
export const winnersService = (context: AppContext) => {
  const winners = winnersRepository(context.db)
  const orders = winnerOrder(context)
  const certificates = certificatesRepository(context.db)
  const proofs = certificateProofs(context)

  async function page(order: WinnerOrder, { current, pageSize }: Window, language: Language) {
    const ids = pageOf(order, current, pageSize)
    const rows = ids.length > 0 ? await winners.cards(ids) : []
    const list = rows.map((row) => toCard(row, language))
    return { list, total: order.ids.length, current, pageSize }
  }

  return {
    async list({ current, pageSize, ...filter }: Filter, language: Language) {
      return page(await orders.of(filter), { current, pageSize }, language)
    },

    /** Winners for the home page: by level, in another order each day. */
    async featured(window: Window, language: Language) {
      const day = context.clock().toISOString().slice(0, 10)
      return page(await orders.ofDay(day), window, language)
    },

    async info(id: string, language: Language) {
      const beside = besides(await orders.of({}), id)
      const row = beside && (await winners.sheet(id, beside))
      if (!row) throw notPublic()
      return toSheet(row, language)
    },

    /** What a certificate is worth today. One that does not hold says so, and nothing else. */
    async verify(
      number: string,
      language: Language,
    ): Promise<Answer<typeof publicationAdded.verifyCertificate>> {
      const found = await certificates.find(number.toUpperCase())
      if (!found) {
        throw new BusinessError(
          404,
          'There is no certificate with this number. Check every letter and digit against the paper.',
        )
      }
      const isValid = found.status === 'valid'
      const isPublic = isValid && (await winners.isPublic(found.apply_order_id))
      return {
        number: found.number,
        status: statusOf(found.status),
        title: isValid ? found.title : null,
        holder: isValid ? found.holder : null,
        award: isValid ? translated(found.award_name, language) : null,
        category: isValid ? translated(found.category_name, language) : null,
        edition: translated(found.edition_name, language),
        issued_at: found.issued_at.toISOString(),
        apply_order_id: isPublic ? found.apply_order_id : null,
        proof: isValid ? await proofs.of(found.number) : null,
      }
    },
  }
}

const statusOf = (status: string) =>
  status === 'valid' || status === 'suspended' ? status : 'revoked'
