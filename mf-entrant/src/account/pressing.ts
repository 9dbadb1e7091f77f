import type { EntryRow } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'

const PRESSING = ['correct', 'accept_award', 'pay', 'continue'] as const
export type PressingAction = (typeof PRESSING)[number]
export type Pressing = { action: PressingAction; until: string | undefined; entries: EntryRow[] }

/** An award that was declined may be taken up again, but nobody is asked to. */
const isDeclined = (row: EntryRow) => row.winner_fee_status === WINNER_FEE_STATUS.declined

const actionOf = (row: EntryRow): PressingAction | undefined =>
  PRESSING.find(
    (action) => row.actions.includes(action) && !(action === 'accept_award' && isDeclined(row)),
  )

const soonest = (one: string | undefined, other: string | undefined) =>
  (one ? Date.parse(one) : Infinity) - (other ? Date.parse(other) : Infinity) || 0

/** What an entrant has to do, the soonest first: one thing for all entries that wait for the same. */
export function pressing(rows: readonly EntryRow[]): Pressing[] {
  const things = new Map<PressingAction, Pressing>()
  for (const row of rows) {
    const action = actionOf(row)
    if (!action) continue
    const thing = things.get(action) ?? { action, until: undefined, entries: [] }
    thing.entries.push(row)
    things.set(action, thing)
  }
  return [...things.values()]
    .map((thing) => {
      const entries = thing.entries.sort((a, b) =>
        soonest(a.act_until ?? undefined, b.act_until ?? undefined),
      )
      return { ...thing, entries, until: entries[0]?.act_until ?? undefined }
    })
    .sort(
      (a, b) =>
        soonest(a.until, b.until) || PRESSING.indexOf(a.action) - PRESSING.indexOf(b.action),
    )
}
