export type PlanRules = { readonly per_entry: number; readonly max_load?: number | undefined }

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
export type PlanState = ReturnType<typeof planState>

/** Who sits where, and who could. */
export function planState(
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
