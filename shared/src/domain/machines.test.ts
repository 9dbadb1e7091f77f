import {
  ASSIGNMENT_MACHINE,
  ASSIGNMENT_STATUS,
  DECISION_MACHINE,
  DECISION_STATUS,
  ENTRY_FEE_MACHINE,
  ENTRY_FEE_STATUS,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  MANUAL_ENTRY_FEE_EVENTS,
  MANUAL_WINNER_FEE_EVENTS,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  publicEntryStatus,
  reachableFrom,
  sourcesOf,
  WINNER_FEE_MACHINE,
  WINNER_FEE_STATUS,
  targetOf,
  type EntryEvent,
  type Machine,
} from './index.ts'

const MACHINES: [string, Machine<number, string>, Record<string, number>, number[]][] = [
  ['entry', ENTRY_MACHINE, ENTRY_STATUS, [61, 90, 91]],
  ['entry fee', ENTRY_FEE_MACHINE, ENTRY_FEE_STATUS, [3, 6]],
  ['winner fee', WINNER_FEE_MACHINE, WINNER_FEE_STATUS, [4, 8]],
  ['payment order', PAYMENT_MACHINE, PAYMENT_STATUS, [6]],
  ['decision', DECISION_MACHINE, DECISION_STATUS, [6]],
  ['assignment', ASSIGNMENT_MACHINE, ASSIGNMENT_STATUS, [5]],
]

describe.each(MACHINES)('the %s machine', (_name, machine, statuses, finals) => {
  const all = Object.values(statuses).sort((a, b) => a - b)

  test('every status can be reached from the first', () => {
    expect([...reachableFrom(machine, 0)].sort((a, b) => a - b)).toEqual(all)
  })

  test('only the final statuses lead nowhere', () => {
    const ends = all.filter((status) => Object.keys(machine[status] ?? {}).length === 0)
    expect(ends).toEqual(finals)
  })

  test('an event never leads to a status that does not exist', () => {
    for (const status of all) {
      for (const target of Object.values(machine[status] ?? {})) expect(all).toContain(target)
    }
  })
})

describe('money', () => {
  test('a provider payment wins in every order without money', () => {
    expect(sourcesOf(PAYMENT_MACHINE, 'receive').sort()).toEqual([0, 1, 3, 4, 7])
  })

  test('a paid fee never goes back to unpaid; it can only be refunded', () => {
    expect([...reachableFrom(ENTRY_FEE_MACHINE, ENTRY_FEE_STATUS.paid)].sort()).toEqual([2, 5, 6])
    expect([...reachableFrom(WINNER_FEE_MACHINE, WINNER_FEE_STATUS.paid)].sort()).toEqual([3, 7, 8])
  })

  test('the manual edges are those of the domain page', () => {
    const edges = (machine: Machine<number, string>, events: Record<number, string>) =>
      Object.entries(events)
        .flatMap(([to, event]) =>
          sourcesOf(machine, event)
            .filter((from) => next(machine, from, event) === Number(to))
            .map((from) => `${from}->${to}`),
        )
        .sort()
    expect(edges(ENTRY_FEE_MACHINE, MANUAL_ENTRY_FEE_EVENTS)).toEqual(
      ['0->2', '4->2', '4->0', '0->3', '4->3', '2->5', '5->6'].sort(),
    )
    expect(edges(WINNER_FEE_MACHINE, MANUAL_WINNER_FEE_EVENTS)).toEqual(
      ['1->3', '6->3', '9->3', '6->1', '1->4', '6->4', '3->7', '7->8'].sort(),
    )
  })
})

test('an event of an entry leads to one status, wherever it starts', () => {
  const events = new Set(Object.values(ENTRY_MACHINE).flatMap((edges) => Object.keys(edges)))
  for (const event of events as Set<EntryEvent>) {
    for (const from of sourcesOf(ENTRY_MACHINE, event)) {
      expect(next(ENTRY_MACHINE, from, event)).toBe(targetOf(ENTRY_MACHINE, event))
    }
  }
  expect(() => targetOf<number, string>({ 0: { go: 1 }, 1: { go: 0 } }, 'go')).toThrow('target')
})

describe('embargo', () => {
  test('an entrant cannot tell a decided entry from one in judging', () => {
    expect(publicEntryStatus(ENTRY_STATUS.decided)).toBe(ENTRY_STATUS.in_judging)
    for (const status of Object.values(ENTRY_STATUS)) {
      if (status !== ENTRY_STATUS.decided) expect(publicEntryStatus(status)).toBe(status)
    }
  })

  test('an award is reached through a decision and publication alone', () => {
    expect(sourcesOf(ENTRY_MACHINE, 'publish_award')).toEqual([ENTRY_STATUS.decided])
  })
})
