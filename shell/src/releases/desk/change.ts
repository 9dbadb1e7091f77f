import {
  MIN_STEP_VIEWS,
  type Canary,
  type Channel,
  type DeployedVersion,
} from '@awards/shared/releases'

type Common = {
  readonly channel: Channel
  readonly name: string
  /** The revision that the person has seen; another one is refused. */
  readonly revision: number
  readonly reason: string
}

/** What somebody does to the deployment of a remote in a channel. */
export type Change = Common &
  (
    | {
        readonly kind: 'promote'
        readonly version: string
        readonly versions: readonly DeployedVersion[]
        readonly canary: Canary | undefined
        readonly acceptFailures: boolean
      }
    | { readonly kind: 'hold'; readonly versions: readonly DeployedVersion[] }
    | { readonly kind: 'rollback'; readonly to: string | undefined }
    | { readonly kind: 'approve'; readonly proposed_at: string; readonly acceptFailures: boolean }
  )

/** A word as a shell reads it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The line that does the same from the command line. */
export function commandLine(change: Change): string {
  const { channel, name, reason, revision } = change
  const words = ['npm run mfe --', change.kind, name]
  if (change.kind === 'promote') words.push(change.version)
  words.push('--channel', channel)
  if (change.kind === 'promote') {
    if (!change.canary) words.push('--canary off')
    else if (change.canary.min_views !== MIN_STEP_VIEWS) {
      words.push('--views', String(change.canary.min_views))
    }
    words.push('--if-revision', String(revision))
  }
  if (change.kind === 'rollback' && change.to) words.push('--to', change.to)
  if ((change.kind === 'promote' || change.kind === 'approve') && change.acceptFailures) {
    words.push('--accept-failures')
  }
  if (reason && change.kind !== 'approve') words.push('--reason', quoted(reason))
  return words.join(' ')
}
