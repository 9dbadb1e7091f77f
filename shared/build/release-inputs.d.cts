/** Everything that the bytes of a release depend on. */
type ReleaseInputs = {
  files: string[]
  /** As they are installed: `name@version`. */
  packages: string[]
  shares: Record<string, { requiredVersion: string }>
}

export function releaseInputs(name: string): ReleaseInputs
export function releaseHash(name: string): string
