import type { GateProblem, RegistryRefusal } from '@awards/shared/platform'

type Status = 400 | 401 | 403 | 404 | 409 | 412 | 422 | 428

/** The registry does not do what it was asked to. The message says what to do next. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: Status
  readonly error: string
  readonly problems: readonly GateProblem[] | undefined

  constructor(status: Status, error: string, message: string, problems?: readonly GateProblem[]) {
    super(message)
    this.status = status
    this.error = error
    this.problems = problems
  }

  get body(): RegistryRefusal {
    const { error, message, problems } = this
    return { error, message, ...(problems && { problems: [...problems] }) }
  }
}

/** What fails gates, with all of them in one answer; each says what to do. */
export const gateRefusal = (what: string, problems: readonly GateProblem[]) => {
  const reasons = problems.length === 1 ? 'one reason' : `${problems.length} reasons`
  return new Refusal(422, 'gates_failed', `${what} is refused for ${reasons}:`, problems)
}
