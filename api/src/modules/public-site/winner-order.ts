import type { AppContext } from '../../start/app-context.ts'
import { winnerOrderRepository, type WinnerFilter } from './winner-order.repository.ts'

/** It changes with the winners alone, and then it is forgotten; this is for what nobody announces. */
const KEPT_MS = 60_000
const ID_BYTES = 8

/** Identifiers of a list in its order, and where in it a level, or an edition, begins. */
export type WinnerOrder = {
  readonly ids: BigInt64Array
  readonly levels: readonly number[]
  readonly editions: readonly number[]
}

/** The order of the winners' lists, remembered: a page is a piece of it, however deep it lies. */
export const winnerOrder = ({ db, publicCache }: Pick<AppContext, 'db' | 'publicCache'>) => {
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
export const pageOf = ({ ids }: WinnerOrder, current: number, pageSize: number) =>
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
export function besides({ ids, editions }: WinnerOrder, id: string) {
  const at = placeOf(id, ids)
  if (at === undefined) return undefined
  const isFirst = editions.includes(at)
  const isLast = at + 1 === ids.length || editions.includes(at + 1)
  return {
    previous: isFirst ? null : String(ids[at - 1]),
    next: isLast ? null : String(ids[at + 1]),
  }
}
