import type { ChannelShares } from '@awards/shared/releases'

export type DeployedRelease = ChannelShares['releases'][number]

/** What a release takes of one package. */
export type PackageUse = {
  readonly modules: readonly string[]
  /** Ranges of versions that it was built for; one, unless its build was made of several. */
  readonly ranges: readonly string[]
  /** Whether the shell provides all of it in these ranges. */
  readonly suits: boolean
}

/** A package that the page has one copy of. */
export type SharedPackage = {
  readonly name: string
  /** Versions that the shell provides; none for a package that it lacks. */
  readonly versions: readonly string[]
  readonly modules: readonly string[]
  readonly uses: ReadonlyMap<DeployedRelease, PackageUse>
}

/** The package of a module: `antd` of `antd/es/button`, `@awards/shared` of `@awards/shared/ui`. */
const packageOf = (module: string) =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

const unique = (list: readonly string[]) => [...new Set(list)].sort()

/** The shared packages of a channel, those with the most users first. */
export function packagesOf({ shell, releases }: ChannelShares): SharedPackage[] {
  const provided = shell?.provides ?? {}
  const modules = [
    ...Object.keys(provided),
    ...releases.flatMap(({ uses }) => uses.map(({ module }) => module)),
  ]
  const byName = Map.groupBy(unique(modules), packageOf)
  return [...byName]
    .map(([name, own]): SharedPackage => {
      const uses = new Map<DeployedRelease, PackageUse>()
      for (const release of releases) {
        const taken = release.uses.filter(({ module }) => packageOf(module) === name)
        if (taken.length === 0) continue
        uses.set(release, {
          modules: taken.map(({ module }) => module),
          ranges: unique(taken.map(({ range }) => range)),
          suits: taken.every(({ suits }) => suits),
        })
      }
      const versions = unique(own.flatMap((module) => provided[module] ?? []))
      return { name, versions, modules: own, uses }
    })
    .sort((one, other) => other.uses.size - one.uses.size || one.name.localeCompare(other.name))
}
