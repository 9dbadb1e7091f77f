import type { PlanState } from './plan-state.ts'

/** How many seats may still be looked at; beyond it a plan stays as it is, valid and a little less even. */
export type Effort = { left: number }
export const EFFORT = 40_000_000

type Step = { from: number; to: number; category: string; place: number }

/** Hands seats on until nobody has two more than a juror whom a chain of seats can reach. */
export function evenOut(state: PlanState): void {
  const effort = { left: EFFORT }
  let isChanged = true
  while (isChanged && effort.left > 0) {
    isChanged = false
    for (const juror of [...state.everybody].sort((a, b) => state.load(b) - state.load(a))) {
      const isLower = (other: number) => state.load(other) <= state.load(juror) - 2
      while (handOn(state, juror, isLower, effort)) isChanged = true
    }
  }
}

/** Hands on seats of `juror` as long as `wanted` accepts who gets them, if need be over others. */
export function handOn(
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
