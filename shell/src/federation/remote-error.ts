/** The step at which a remote could not be used. */
export type RemotePhase = 'discovery' | 'policy' | 'manifest' | 'entry' | 'expose'

/** A remote that could not be used; the rest of the site goes on. */
export class RemoteError extends Error {
  readonly remote: string
  readonly phase: RemotePhase

  constructor(remote: string, phase: RemotePhase, cause: unknown) {
    super(
      `${remote} failed (${phase}): ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
    this.name = 'RemoteError'
    this.remote = remote
    this.phase = phase
  }
}
