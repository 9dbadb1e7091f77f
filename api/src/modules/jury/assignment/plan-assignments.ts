import { EFFORT, evenOut, handOn, type Effort } from './plan-balance.ts'
import {
  planState,
  type PlanState,
  type PlanEntry,
  type PlanJuror,
  type PlanRules,
} from './plan-state.ts'

export type ShortReason = 'NO_JUROR_OF_FIELD' | 'CONFLICTS' | 'LOAD'
export type Plan = {
  seats: { entry_id: string; juror_id: string; of_own_field: boolean }[]
  short: { entry_id: string; missing: number; reason: ShortReason }[]
}

/**
 * Gives every entry its jurors: those of its field first, the least loaded first. Categories with the fewest
 * jurors choose before the others; then seats are handed on until no juror has two more than another who could
 * have taken one. The same input gives the same plan.
 */
export function planAssignments(
  entries: readonly PlanEntry[],
  jurors: readonly PlanJuror[],
  rules: PlanRules,
): Plan {
  const state = planState(entries, jurors, rules)
  const effort = { left: EFFORT }
  const byNeed = entries
    .map((_, entry) => entry)
    .sort((a, b) => state.fieldOf(a).length - state.fieldOf(b).length || a - b)
  for (const entry of byNeed) seatLeastLoaded(state, entry, state.fieldOf(entry))
  for (const entry of byNeed) seatByHandingOn(state, entry, state.fieldOf(entry), effort)
  for (const entry of byNeed) seatLeastLoaded(state, entry, state.everybody)
  for (const entry of byNeed) seatByHandingOn(state, entry, state.everybody, effort)
  evenOut(state)
  return {
    seats: entries.flatMap((entry, index) =>
      state.given(index).map((juror) => ({
        entry_id: entry.id,
        juror_id: jurors[juror]?.id ?? '',
        of_own_field: state.isOfField(index, juror),
      })),
    ),
    short: entries.flatMap((entry, index) => {
      const missing = state.missing(index)
      return missing > 0 ? [{ entry_id: entry.id, missing, reason: reasonOf(state, index) }] : []
    }),
  }
}

const LOAD_WEIGHT = 2 ** 20

/** Among equally loaded jurors each entry prefers others, so that panels mix and votes can be compared. */
const tie = (entry: number, juror: number) => {
  const mixed = Math.imul(entry + 1, 0x9e3779b1) ^ Math.imul(juror + 1, 0x85ebca6b)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 12) % LOAD_WEIGHT
}

function seatLeastLoaded(state: PlanState, entry: number, from: readonly number[]) {
  const missing = state.missing(entry)
  if (missing <= 0) return
  const free = from.filter((juror) => state.hasRoom(juror) && state.isFree(entry, juror))
  if (free.length > missing) {
    const keys = new Map(
      free.map((juror) => [juror, state.load(juror) * LOAD_WEIGHT + tie(entry, juror)]),
    )
    free.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  }
  for (const juror of free.slice(0, missing)) state.seat(entry, juror)
}

/** Where all who could take the entry are full, one of them hands another entry on. */
function seatByHandingOn(state: PlanState, entry: number, from: readonly number[], effort: Effort) {
  for (const juror of from) {
    if (state.missing(entry) <= 0) return
    if (!state.isFree(entry, juror)) continue
    if (state.hasRoom(juror) || handOn(state, juror, state.hasRoom, effort)) {
      state.seat(entry, juror)
    }
  }
}

function reasonOf(state: PlanState, entry: number): ShortReason {
  if (state.everybody.some((juror) => state.isFree(entry, juror))) return 'LOAD'
  return state.isAnybodyBarred(entry) ? 'CONFLICTS' : 'NO_JUROR_OF_FIELD'
}
