import {
  getInstance,
  loadRemote,
  registerPlugins,
  registerRemotes,
  satisfy,
} from '@module-federation/enhanced/runtime'
import { containerName, CONTRACT_KEY, type DiscoveryEntry } from '@awards/shared/releases'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { pageWithDesign } from '../../design/load-design.tsx'
import { type Entry, noteInGraph, readManifest } from './manifest.ts'
import { LoadError } from '../failures/remote-error.ts'
import { nextRetry, retryScriptsBelow } from './refetch.ts'
import { expectScript, guard } from '../trust/policy.ts'

export type RemoteModule = { readonly routes: RouteObject[] }

/** One try to load a release, from one of its places. */
export type ReleaseTry = {
  readonly name: string
  readonly entry: DiscoveryEntry
  readonly url: string
}

registerPlugins([guard])

/** Requests of each entry address in this tab. */
const asked = new Map<string, number>()
/** Remotes registered with the federation runtime. */
let registered = 0

/** Refuses a release for another contract before anything of it is fetched; its message names both. */
function assertContract(name: string, { metadata, extras }: DiscoveryEntry) {
  const { contract } = extras.modulefederation
  const provided = getInstance()?.options.shared[CONTRACT_KEY]?.[0]?.version
  if (!provided || satisfy(provided, contract)) return
  throw new LoadError(
    { phase: 'contract', kind: 'invalid' },
    `${name} ${metadata.version} needs the contract ${contract}, this shell provides ${provided}`,
  )
}

type Screen = () => Promise<{ Component: ComponentType }>

/** Puts the pages that are made of antd into the design system, which loads beside the page. */
const designedRoutes = (routes: readonly RouteObject[], usesAntd: Entry['usesAntd']) =>
  routes.map((route): RouteObject => {
    const { lazy, path } = route
    if (typeof lazy !== 'function' || !usesAntd(path)) return route
    return { ...route, lazy: () => pageWithDesign((lazy as Screen)()) }
  })

/**
 * Loads a release. Each try is a remote of its own to the runtime, with another container and other
 * addresses, so that nothing of one that failed or hangs is taken again.
 */
export async function loadRelease({ name, entry, url }: ReleaseTry, signal: AbortSignal) {
  const { version, integrity } = entry.metadata
  assertContract(name, entry)
  const { timeoutMs } = entry.extras.modulefederation
  const manifest = await readManifest({ name, version, url, integrity, timeoutMs }, signal)
  const script = new URL(manifest.url)
  const times = asked.get(script.href) ?? 0
  asked.set(script.href, times + 1)
  if (times > 0) {
    const retry = nextRetry()
    retryScriptsBelow(script.pathname.replace(/[^/]*$/, ''), retry)
    script.searchParams.set('retry', String(retry))
  }
  expectScript(script.href, { name, version, integrity: manifest.integrity })
  Reflect.deleteProperty(window, manifest.globalName)
  const id = `${containerName(name)}@${version}#${++registered}`
  registerRemotes([
    { name: id, entry: script.href, type: 'global', entryGlobalName: manifest.globalName },
  ])
  const module = await loadRemote<RemoteModule>(`${id}/routes`)
  if (Array.isArray(module?.routes)) {
    noteInGraph(containerName(name), version, manifest)
    return { routes: designedRoutes(module.routes, manifest.usesAntd) }
  }
  throw new LoadError(
    { phase: 'expose', kind: 'invalid', url: script.href },
    'it exposes no routes',
  )
}
