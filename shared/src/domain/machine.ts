/** Transition table: status → event → next status. An event that is not listed is forbidden. */
export type Machine<Status extends number, Event extends string> = Readonly<
  Record<Status, Partial<Readonly<Record<Event, Status>>>>
>

/** The status that `event` leads to, or undefined where the rules forbid it. */
export function next<Status extends number, Event extends string>(
  machine: Machine<Status, Event>,
  from: Status,
  event: Event,
): Status | undefined {
  return machine[from][event]
}

/** The one status that `event` leads to, wherever it starts. */
export function targetOf<Status extends number, Event extends string>(
  machine: Machine<Status, Event>,
  event: Event,
): Status {
  const targets = new Set(sourcesOf(machine, event).map((from) => machine[from][event]))
  const [target] = targets
  if (target === undefined || targets.size > 1) throw new Error(`${event} has no single target`)
  return target
}

/** The statuses from which `event` is allowed. */
export function sourcesOf<Status extends number, Event extends string>(
  machine: Machine<Status, Event>,
  event: Event,
): Status[] {
  return Object.entries<Partial<Record<Event, Status>>>(machine)
    .filter(([, events]) => events[event] !== undefined)
    .map(([status]) => Number(status) as Status)
}

/** Every status that can be reached from `start`, itself included. */
export function reachableFrom<Status extends number, Event extends string>(
  machine: Machine<Status, Event>,
  start: Status,
): Set<Status> {
  const reached = new Set<Status>([start])
  for (const status of reached) {
    for (const target of Object.values<Status | undefined>(machine[status])) {
      if (target !== undefined) reached.add(target)
    }
  }
  return reached
}
