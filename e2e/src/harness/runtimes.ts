import { containerName } from '@awards/shared/releases'
import type { Page } from '@playwright/test'

type Provided = { readonly lib?: () => unknown }
type Versions = Record<string, Provided>
type Instance = {
  readonly name: string
  readonly shareScopeMap: Record<string, Record<string, Versions>>
}

/** What Module Federation itself publishes: one instance for the shell and for each remote whose entry ran. */
type Federated = {
  readonly __FEDERATION__?: {
    readonly __INSTANCES__: readonly Instance[]
    readonly moduleInfo: Readonly<Record<string, ModuleInfo>>
  }
}
type ModuleInfo = {
  readonly remotesInfo: Readonly<Record<string, { readonly matchedVersion: string }>>
  readonly shared: readonly { readonly sharedName: string }[]
}

/** JavaScript that gives the shell's React, for code that a test plants into a release. */
export const SHELL_REACT = `(({lib,get})=>lib?lib():get()())(Object.values(
  globalThis.__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0])`

/** Names of the federation's instances of a page: `shell`, and the container of each remote that has run. */
export const packagesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ((globalThis as unknown as Federated).__FEDERATION__?.__INSTANCES__ ?? []).map(
      ({ name }) => name,
    ),
  )

/** How many copies of React the remotes of a page run on, and the shared packages of which more than one runs. */
export const copiesOf = (page: Page): Promise<{ react: number; doubles: string[] }> =>
  page.evaluate(() => {
    const copies = new Map<string, Set<unknown>>()
    for (const { shareScopeMap } of (globalThis as unknown as Federated).__FEDERATION__
      ?.__INSTANCES__ ?? []) {
      for (const [key, versions] of Object.values(shareScopeMap).flatMap(
        Object.entries<Versions>,
      )) {
        for (const { lib } of Object.values(versions)) {
          try {
            if (lib) copies.set(key, (copies.get(key) ?? new Set()).add(lib()))
          } catch {
            // A test has spoiled this one: nobody runs on it.
          }
        }
      }
    }
    const doubles = [...copies].filter(([, all]) => all.size > 1).map(([key]) => key)
    return { react: copies.get('react')?.size ?? 0, doubles }
  })

/** What `copiesOf` gives where every package runs once. */
export const ONE_EACH = { react: 1, doubles: [] }

/** Waits until the entry of a remote has run. */
export const untilRuns = (page: Page, remote: string) =>
  page.waitForFunction(
    (name) =>
      (globalThis as unknown as Federated).__FEDERATION__?.__INSTANCES__.some(
        (one) => one.name === name,
      ),
    containerName(remote),
  )

/**
 * The graph that the devtools of Module Federation draw: they follow `remotesInfo` from a module to `name:version` of the
 * next. Each node with what it takes from the share scope.
 */
export const devtoolsGraph = (page: Page) =>
  page.evaluate(() => {
    const { moduleInfo = {} } = (globalThis as unknown as Federated).__FEDERATION__ ?? {}
    const nodes: Record<string, { remotes: string[]; shared: string[] }> = {}
    const follow = (id: string) => {
      const { remotesInfo = {}, shared = [] } = moduleInfo[id] ?? {}
      const remotes = Object.entries(remotesInfo).map(
        ([name, { matchedVersion }]) => `${name}:${matchedVersion}`,
      )
      nodes[id] = { remotes, shared: shared.map(({ sharedName }) => sharedName) }
      for (const next of remotes) if (!nodes[next]) follow(next)
    }
    follow('shell')
    return nodes
  })
