type PlanRules = { readonly per_entry: number; readonly max_load?: number | undefined }

export type PlanJuror = {
  readonly id: string
  readonly category_ids: readonly string[]
  readonly load: number
}

export type PlanEntry = {
  readonly id: string
  readonly category_id: string
  /** Jurors who have the entry already and keep it. */
  readonly seated: readonly string[]
  /** Jurors who never get it: in conflict, recused, abstained, or taken off by hand. */
  readonly barred: readonly string[]
}

/** A plan while it is made; entries and jurors go by their place in the input. */
type PlanState = ReturnType<typeof planState>

/** Who sits where, and who could. */
function planState(
  entries: readonly PlanEntry[],
  jurors: readonly PlanJuror[],
  { per_entry, max_load = Infinity }: PlanRules,
) {
  const indexOf = new Map(jurors.map(({ id }, index) => [id, index]))
  const indexes = (ids: readonly string[]) => ids.flatMap((id) => indexOf.get(id) ?? [])
  const everybody = jurors.map((_, index) => index)
  const fields = new Map<string, readonly number[]>()
  for (const { category_id } of entries) {
    if (fields.has(category_id)) continue
    fields.set(
      category_id,
      everybody.filter((juror) => jurors[juror]?.category_ids.includes(category_id)),
    )
  }
  const categories = entries.map(({ category_id }) => category_id)
  const isInField = new Map([...fields].map(([id, field]) => [id, new Set(field)] as const))
  const kept = entries.map(({ seated }) => indexes(seated))
  const barred = entries.map((entry) => indexes(entry.barred))
  const given: number[][] = entries.map(() => [])
  const loads = jurors.map(({ load }) => load)
  /** Juror → category → entries that the plan has given; what was there before is not handed on. */
  const held = jurors.map(() => new Map<string, number[]>())

  const heldIn = (juror: number, category: string) => held[juror]?.get(category) ?? []
  const change = (juror: number, by: 1 | -1) => (loads[juror] = (loads[juror] ?? 0) + by)

  return {
    everybody,
    fieldOf: (entry: number) => fields.get(categories[entry] ?? '') ?? [],
    isOfField: (entry: number, juror: number) =>
      isInField.get(categories[entry] ?? '')?.has(juror) ?? false,
    load: (juror: number) => loads[juror] ?? 0,
    hasRoom: (juror: number) => (loads[juror] ?? 0) < max_load,
    missing: (entry: number) =>
      per_entry - (entries[entry]?.seated.length ?? 0) - (given[entry]?.length ?? 0),
    isFree: (entry: number, juror: number) =>
      !given[entry]?.includes(juror) &&
      !kept[entry]?.includes(juror) &&
      !barred[entry]?.includes(juror),
    isAnybodyBarred: (entry: number) => (barred[entry]?.length ?? 0) > 0,
    given: (entry: number): readonly number[] => given[entry] ?? [],
    /** Entries that the plan has given to a juror, category by category. */
    held: (juror: number): ReadonlyMap<string, readonly number[]> => held[juror] ?? new Map(),
    isField: (category: string, juror: number) => isInField.get(category)?.has(juror) ?? false,

    seat(entry: number, juror: number) {
      given[entry]?.push(juror)
      const category = categories[entry] ?? ''
      const list = heldIn(juror, category)
      if (list.length === 0) held[juror]?.set(category, list)
      list.push(entry)
      change(juror, 1)
    },

    /** Takes a seat back: the entry at `place` of what the juror holds in `category`. */
    unseat(juror: number, category: string, place: number): number {
      const list = heldIn(juror, category)
      const entry = list[place] ?? -1
      const last = list.pop()
      if (last !== undefined && last !== entry) list[place] = last
      const seats = given[entry] ?? []
      seats.splice(seats.indexOf(juror), 1)
      change(juror, -1)
      return entry
    },
  }
}

/** How many seats may still be looked at; beyond it a plan stays as it is, valid and a little less even. */
type Effort = { left: number }
const EFFORT = 40_000_000

type Step = { from: number; to: number; category: string; place: number }

/** Hands seats on until nobody has two more than a juror whom a chain of seats can reach. */
function balanceLoads(state: PlanState): void {
  const effort = { left: EFFORT }
  let isChanged = true
  while (isChanged && effort.left > 0) {
    isChanged = false
    for (const juror of [...state.everybody].sort((a, b) => state.load(b) - state.load(a))) {
      const isLower = (other: number) => state.load(other) <= state.load(juror) - 2
      while (passOn(state, juror, isLower, effort)) isChanged = true
    }
  }
}

/** Hands on seats of `juror` as long as `wanted` accepts who gets them, if need be over others. */
function passOn(
  state: PlanState,
  juror: number,
  wanted: (juror: number) => boolean,
  effort: Effort,
): boolean {
  if (effort.left <= 0 || !state.everybody.some(wanted)) return false
  const others = [...state.everybody].sort((a, b) => state.load(a) - state.load(b) || a - b)
  const cameBy = new Map<number, Step | undefined>([[juror, undefined]])
  const waiting = [juror]
  for (const from of waiting) {
    effort.left -= others.length
    for (const to of others) {
      if (cameBy.has(to) || effort.left <= 0) continue
      const step = passable(state, from, to, effort)
      if (!step) continue
      cameBy.set(to, step)
      if (wanted(to)) {
        const steps = wayTo(cameBy, to)
        do walkBack(state, steps)
        while (wanted(to) && steps.every((step) => findPlace(state, step, effort)))
        return true
      }
      waiting.push(to)
    }
  }
  return false
}

/** A seat of `from` that `to` could take, who must be of the field where `from` is. */
function passable(state: PlanState, from: number, to: number, effort: Effort): Step | undefined {
  for (const category of state.held(from).keys()) {
    if (state.isField(category, from) && !state.isField(category, to)) continue
    const step = { from, to, category, place: -1 }
    if (findPlace(state, step, effort)) return step
  }
  return undefined
}

function findPlace(state: PlanState, step: Step, effort: Effort): boolean {
  const entries = state.held(step.from).get(step.category) ?? []
  step.place = entries.findIndex((entry) => state.isFree(entry, step.to))
  effort.left -= step.place === -1 ? entries.length : step.place + 1
  return step.place !== -1
}

/** The steps that lead to a juror, the last one first: each giver still holds what its step has found. */
function wayTo(cameBy: Map<number, Step | undefined>, end: number): Step[] {
  const steps: Step[] = []
  for (let step = cameBy.get(end); step; step = cameBy.get(step.from)) steps.push(step)
  return steps
}

function walkBack(state: PlanState, steps: readonly Step[]) {
  for (const { from, to, category, place } of steps) {
    state.seat(state.unseat(from, category, place), to)
  }
}

type ShortReason = 'NO_JUROR_OF_FIELD' | 'CONFLICTS' | 'LOAD'
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
  balanceLoads(state)
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
    if (state.hasRoom(juror) || passOn(state, juror, state.hasRoom, effort)) {
      state.seat(entry, juror)
    }
  }
}

function reasonOf(state: PlanState, entry: number): ShortReason {
  if (state.everybody.some((juror) => state.isFree(entry, juror))) return 'LOAD'
  return state.isAnybodyBarred(entry) ? 'CONFLICTS' : 'NO_JUROR_OF_FIELD'
}
