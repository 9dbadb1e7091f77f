import { AsyncLocalStorage } from 'node:async_hooks'

/** Somebody with an account. */
export type Person = { readonly id: string; readonly identity: number }

/** Why the server does what it is doing: a request, or a job that a request has left behind. */
export type Cause = {
  /** The number of the request, as its answer names it. */
  readonly trace_id: string
  /** The call of the contract; for a job its name. */
  call?: string
  actor?: Person
  /** The code of the envelope, where it is not that of HTTP. */
  code?: number
  /** What was written into the audit log on the way. */
  acts?: string[]
}

const MOST_ACTS = 20
const causes = new AsyncLocalStorage<Cause>()

/** Does the work, and whatever it starts, for a cause. */
export const withCause = <T>(cause: Cause, work: () => T): T => causes.run(cause, work)

/** What is being worked for; undefined at start and in rounds of the clock. */
export const currentCause = (): Cause | undefined => causes.getStore()

/** Remembers an act for the line that the log will have about its cause. */
export function noteAct(action: string, subject: string, actor: Person | null) {
  const cause = causes.getStore()
  if (!cause) return
  // Whoever signs in is nobody when the call begins.
  if (actor) cause.actor ??= actor
  cause.acts ??= []
  if (cause.acts.length < MOST_ACTS) cause.acts.push(`${action} ${subject}`.trim())
}
