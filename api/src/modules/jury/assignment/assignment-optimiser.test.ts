import { planAssignments, type PlanEntry, type PlanJuror } from './assignment-optimiser.ts'

/** Seeded random numbers from 0 to 1 (linear congruential generator). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Scene = { entries: PlanEntry[]; jurors: PlanJuror[]; per_entry: number; max_load?: number }

function randomScene(seed: number): Scene {
  const random = randomOf(seed)
  const pick = (from: readonly string[], share: number) => from.filter(() => random() < share)
  const categories = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => `c${at}`)
  const ids = Array.from({ length: 3 + Math.floor(random() * 9) }, (_, at) => `j${at}`)
  const entries = Array.from({ length: Math.floor(random() * 60) }, (_, at) => {
    const barred = pick(ids, 0.15)
    // Some of those who are seated have come into conflict.
    const seated = pick(ids, 0.08)
    const category_id = categories[Math.floor(random() * categories.length)] ?? 'c0'
    return { id: `e${at}`, category_id, seated, barred }
  })
  const jurors = ids.map((id) => ({
    id,
    category_ids: pick(categories, 0.6),
    load: entries.filter(({ seated }) => seated.includes(id)).length,
  }))
  const per_entry = 1 + Math.floor(random() * 5)
  const max_load = Math.ceil((entries.length * per_entry) / ids.length)
  return { entries, jurors, per_entry, ...(random() < 0.5 ? { max_load } : {}) }
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1)
const planOf = ({ entries, jurors, ...rules }: Scene) => planAssignments(entries, jurors, rules)

describe('planAssignments', () => {
  beforeEach(() => proves('call judge/planAssignments'))

  test('assigns no juror in conflict, twice or above the limit', () => {
    for (const seed of seeds) {
      const scene = randomScene(seed)
      const { seats, short } = planOf(scene)
      const loads = new Map(scene.jurors.map(({ id, load }) => [id, load]))
      const bySeat = Map.groupBy(seats, ({ entry_id }) => entry_id)
      for (const { id, seated, barred } of scene.entries) {
        const given = (bySeat.get(id) ?? []).map(({ juror_id }) => juror_id)
        expect(new Set([...given, ...seated]).size).toBe(given.length + seated.length)
        expect(given.filter((juror) => barred.includes(juror))).toEqual([])
        const missing = short.find(({ entry_id }) => entry_id === id)?.missing ?? 0
        const counted = seated.filter((juror) => !barred.includes(juror))
        expect(given.length).toBe(Math.max(0, scene.per_entry - counted.length) - missing)
        for (const juror of given) loads.set(juror, (loads.get(juror) ?? 0) + 1)
      }
      for (const { id, load } of scene.jurors) {
        const limit = Math.max(load, scene.max_load ?? Infinity)
        expect(loads.get(id)).toBeLessThanOrEqual(limit)
      }
    }
  })

  test('leaves a seat open only if no juror is available', () => {
    for (const seed of seeds) {
      const { max_load: _none, ...scene } = randomScene(seed)
      const { seats, short } = planOf(scene)
      for (const { entry_id, reason } of short) {
        const entry = scene.entries.find(({ id }) => id === entry_id)
        const given = seats.filter((seat) => seat.entry_id === entry_id)
        const taken = [...(entry?.seated ?? []), ...given.map(({ juror_id }) => juror_id)]
        expect(new Set([...taken, ...(entry?.barred ?? [])]).size).toBe(scene.jurors.length)
        expect(reason).toBe(entry?.barred.length ? 'CONFLICTS' : 'NO_JUROR_OF_FIELD')
      }
    }
  })

  test('assigns no outside juror while one of the field is free', () => {
    for (const seed of seeds) {
      const { max_load: _none, ...scene } = randomScene(seed)
      const { seats } = planOf(scene)
      for (const { entry_id, of_own_field } of seats) {
        if (of_own_field) continue
        const entry = scene.entries.find(({ id }) => id === entry_id)
        const unused = scene.jurors.filter(
          ({ id, category_ids }) =>
            category_ids.includes(entry?.category_id ?? '') &&
            !entry?.barred.includes(id) &&
            !entry?.seated.includes(id) &&
            !seats.some((seat) => seat.entry_id === entry_id && seat.juror_id === id),
        )
        expect(unused).toEqual([])
      }
    }
  })

  test('keeps loads of jurors with the same fields within one of each other', () => {
    for (const seed of seeds) {
      const scene = randomScene(seed)
      const entries = scene.entries.map((entry) => ({ ...entry, seated: [], barred: [] }))
      const jurors = scene.jurors.map((juror) => ({ ...juror, load: 0 }))
      const { seats } = planOf({ ...scene, entries, jurors })
      const counts = Map.groupBy(
        jurors.map(({ id, category_ids }) => ({
          field: category_ids.join(),
          seats: seats.filter(({ juror_id }) => juror_id === id).length,
        })),
        ({ field }) => field,
      )
      for (const equals of counts.values()) {
        const loads = equals.map((one) => one.seats)
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('moves a seat along a path of jurors if only that keeps the limit', () => {
    const jurors = [
      { id: 'both', category_ids: ['a', 'b'], load: 0 },
      { id: 'bread', category_ids: ['b', 'c'], load: 0 },
      { id: 'cloth', category_ids: ['c'], load: 0 },
    ]
    const entry = (id: string, category_id: string, barred: string[] = []) => ({
      id,
      category_id,
      seated: [],
      barred,
    })
    const entries = [entry('1', 'c'), entry('2', 'b'), entry('3', 'a', ['bread', 'cloth'])]
    const { seats, short } = planAssignments(entries, jurors, { per_entry: 1, max_load: 1 })
    expect(short).toEqual([])
    expect(seats.every(({ of_own_field }) => of_own_field)).toBe(true)
  })

  test('returns the same plan for the same input', () => {
    for (const seed of seeds.slice(0, 30)) {
      expect(planOf(randomScene(seed))).toEqual(planOf(randomScene(seed)))
    }
  })
})
