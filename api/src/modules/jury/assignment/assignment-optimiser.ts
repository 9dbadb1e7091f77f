type PlanRules = { readonly per_entry: number; readonly max_load?: number | undefined }

/** A juror with the categories of the own field and the number of entries assigned before the plan. */
export type PlanJuror = {
  readonly id: string
  readonly category_ids: readonly string[]
  readonly load: number
}

export type PlanEntry = {
  readonly id: string
  readonly category_id: string
  /** Jurors assigned before the plan; they stay. One who is barred as well is in conflict, and counts for no seat. */
  readonly seated: readonly string[]
  /** Jurors who are never assigned: in conflict, recused, abstained, or removed by the chair. */
  readonly barred: readonly string[]
}

/** Mutable plan; entries and jurors are indexes into the input. */
type PlanState = ReturnType<typeof planState>

function planState(
  entries: readonly PlanEntry[],
  jurors: readonly PlanJuror[],
  { per_entry, max_load = Infinity }: PlanRules,
) {
  const indexOf = new Map(jurors.map(({ id }, index) => [id, index]))
  const indexes = (ids: readonly string[]) => ids.flatMap((id) => indexOf.get(id) ?? [])
  const allJurors = jurors.map((_, index) => index)
  const fields = new Map<string, readonly number[]>()
  for (const { category_id } of entries) {
    if (fields.has(category_id)) continue
    fields.set(
      category_id,
      allJurors.filter((juror) => jurors[juror]?.category_ids.includes(category_id)),
    )
  }
  const categories = entries.map(({ category_id }) => category_id)
  const isInField = new Map([...fields].map(([id, field]) => [id, new Set(field)] as const))
  const preassigned = entries.map(({ seated }) => indexes(seated))
  const barred = entries.map((entry) => indexes(entry.barred))
  const counted = entries.map(
    (entry) => entry.seated.filter((juror) => !entry.barred.includes(juror)).length,
  )
  const assigned: number[][] = entries.map(() => [])
  const loads = jurors.map(({ load }) => load)
  /** Juror → category → entries assigned by the plan. Earlier assignments are not in it, so they never move. */
  const seatsOf = jurors.map(() => new Map<string, number[]>())

  const seatsIn = (juror: number, category: string) => seatsOf[juror]?.get(category) ?? []
  const change = (juror: number, by: 1 | -1) => (loads[juror] = (loads[juror] ?? 0) + by)

  return {
    allJurors,
    fieldOf: (entry: number) => fields.get(categories[entry] ?? '') ?? [],
    isOfField: (entry: number, juror: number) =>
      isInField.get(categories[entry] ?? '')?.has(juror) ?? false,
    load: (juror: number) => loads[juror] ?? 0,
    hasRoom: (juror: number) => (loads[juror] ?? 0) < max_load,
    missing: (entry: number) => per_entry - (counted[entry] ?? 0) - (assigned[entry]?.length ?? 0),
    isFree: (entry: number, juror: number) =>
      !assigned[entry]?.includes(juror) &&
      !preassigned[entry]?.includes(juror) &&
      !barred[entry]?.includes(juror),
    hasBarred: (entry: number) => (barred[entry]?.length ?? 0) > 0,
    assigned: (entry: number): readonly number[] => assigned[entry] ?? [],
    /** Entries that the plan assigned to a juror, by category. */
    seatsOf: (juror: number): ReadonlyMap<string, readonly number[]> => seatsOf[juror] ?? new Map(),
    isField: (category: string, juror: number) => isInField.get(category)?.has(juror) ?? false,

    seat(entry: number, juror: number) {
      assigned[entry]?.push(juror)
      const category = categories[entry] ?? ''
      const list = seatsIn(juror, category)
      if (list.length === 0) seatsOf[juror]?.set(category, list)
      list.push(entry)
      change(juror, 1)
    },

    /** Removes the entry at `index` of the juror's list in `category`, and returns it. */
    unseat(juror: number, category: string, index: number): number {
      const list = seatsIn(juror, category)
      const entry = list[index] ?? -1
      const last = list.pop()
      if (last !== undefined && last !== entry) list[index] = last
      const seats = assigned[entry] ?? []
      seats.splice(seats.indexOf(juror), 1)
      change(juror, -1)
      return entry
    },
  }
}

/** Search budget in visited seats. An exhausted budget ends the search: the plan is valid, its loads less even. */
type Budget = { left: number }
const SEARCH_BUDGET = 40_000_000

type Step = { from: number; to: number; category: string; index: number }

/** Moves seats along augmenting paths, until no juror has two more than another one that a path reaches. */
function balanceLoads(state: PlanState): void {
  const budget = { left: SEARCH_BUDGET }
  let isChanged = true
  while (isChanged && budget.left > 0) {
    isChanged = false
    for (const juror of [...state.allJurors].sort((a, b) => state.load(b) - state.load(a))) {
      const isLower = (other: number) => state.load(other) <= state.load(juror) - 2
      while (moveAlongPath(state, juror, isLower, budget)) isChanged = true
    }
  }
}

/**
 * Breadth-first search for the shortest path of handovers from `juror` to a juror that `accepts` takes; applies it
 * as often as it can. Returns false if there is no path.
 */
function moveAlongPath(
  state: PlanState,
  juror: number,
  accepts: (juror: number) => boolean,
  budget: Budget,
): boolean {
  if (budget.left <= 0 || !state.allJurors.some(accepts)) return false
  const others = [...state.allJurors].sort((a, b) => state.load(a) - state.load(b) || a - b)
  const previous = new Map<number, Step | undefined>([[juror, undefined]])
  const queue = [juror]
  for (const from of queue) {
    budget.left -= others.length
    for (const to of others) {
      if (previous.has(to) || budget.left <= 0) continue
      const step = findStep(state, from, to, budget)
      if (!step) continue
      previous.set(to, step)
      if (accepts(to)) {
        const steps = pathTo(previous, to)
        do applyPath(state, steps)
        while (accepts(to) && steps.every((step) => findSeatIndex(state, step, budget)))
        return true
      }
      queue.push(to)
    }
  }
  return false
}

/** A seat that can move from `from` to `to`: a juror of the field hands over to a juror of the field only. */
function findStep(state: PlanState, from: number, to: number, budget: Budget): Step | undefined {
  for (const category of state.seatsOf(from).keys()) {
    if (state.isField(category, from) && !state.isField(category, to)) continue
    const step = { from, to, category, index: -1 }
    if (findSeatIndex(state, step, budget)) return step
  }
  return undefined
}

function findSeatIndex(state: PlanState, step: Step, budget: Budget): boolean {
  const entries = state.seatsOf(step.from).get(step.category) ?? []
  step.index = entries.findIndex((entry) => state.isFree(entry, step.to))
  budget.left -= step.index === -1 ? entries.length : step.index + 1
  return step.index !== -1
}

/** The steps of the path to `end`, last first: applied in this order, each giver still has the seat of its step. */
function pathTo(previous: Map<number, Step | undefined>, end: number): Step[] {
  const steps: Step[] = []
  for (let step = previous.get(end); step; step = previous.get(step.from)) steps.push(step)
  return steps
}

function applyPath(state: PlanState, steps: readonly Step[]) {
  for (const { from, to, category, index } of steps) {
    state.seat(state.unseat(from, category, index), to)
  }
}

type ShortReason = 'NO_JUROR_OF_FIELD' | 'CONFLICTS' | 'LOAD'
export type Plan = {
  seats: { entry_id: string; juror_id: string; of_own_field: boolean }[]
  short: { entry_id: string; missing: number; reason: ShortReason }[]
}

/**
 * Assigns `per_entry` jurors to each entry, at most `max_load` entries to a juror. Greedy first: entries whose
 * category has the fewest jurors come first, and take the least loaded jurors of their field, then others. Augmenting
 * paths then fill seats that the limit left open, and even out the loads. Deterministic: the same input gives the
 * same plan. `short` lists the entries with missing jurors, and why.
 */
export function planAssignments(
  entries: readonly PlanEntry[],
  jurors: readonly PlanJuror[],
  rules: PlanRules,
): Plan {
  const state = planState(entries, jurors, rules)
  const budget = { left: SEARCH_BUDGET }
  const byScarcity = entries
    .map((_, entry) => entry)
    .sort((a, b) => state.fieldOf(a).length - state.fieldOf(b).length || a - b)
  for (const entry of byScarcity) seatLeastLoaded(state, entry, state.fieldOf(entry))
  for (const entry of byScarcity) seatByAugmenting(state, entry, state.fieldOf(entry), budget)
  for (const entry of byScarcity) seatLeastLoaded(state, entry, state.allJurors)
  for (const entry of byScarcity) seatByAugmenting(state, entry, state.allJurors, budget)
  balanceLoads(state)
  return {
    seats: entries.flatMap((entry, index) =>
      state.assigned(index).map((juror) => ({
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

/** Tie-break among equally loaded jurors: a hash of both, so that panels mix and jurors' scores can be compared. */
const tieBreak = (entry: number, juror: number) => {
  const mixed = Math.imul(entry + 1, 0x9e3779b1) ^ Math.imul(juror + 1, 0x85ebca6b)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 12) % LOAD_WEIGHT
}

function seatLeastLoaded(state: PlanState, entry: number, from: readonly number[]) {
  const missing = state.missing(entry)
  if (missing <= 0) return
  const free = from.filter((juror) => state.hasRoom(juror) && state.isFree(entry, juror))
  if (free.length > missing) {
    const keys = new Map(
      free.map((juror) => [juror, state.load(juror) * LOAD_WEIGHT + tieBreak(entry, juror)]),
    )
    free.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  }
  for (const juror of free.slice(0, missing)) state.seat(entry, juror)
}

/** Fills missing seats of an entry with jurors at the limit, each of whom hands another entry over. */
function seatByAugmenting(
  state: PlanState,
  entry: number,
  from: readonly number[],
  budget: Budget,
) {
  for (const juror of from) {
    if (state.missing(entry) <= 0) return
    if (!state.isFree(entry, juror)) continue
    if (state.hasRoom(juror) || moveAlongPath(state, juror, state.hasRoom, budget)) {
      state.seat(entry, juror)
    }
  }
}

function reasonOf(state: PlanState, entry: number): ShortReason {
  if (state.allJurors.some((juror) => state.isFree(entry, juror))) return 'LOAD'
  return state.hasBarred(entry) ? 'CONFLICTS' : 'NO_JUROR_OF_FIELD'
}
