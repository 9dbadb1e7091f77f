import {
  loadRemote as loadExposed,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import type { RouteObject } from 'react-router-dom'
import { discoverRelease, type Release } from './discovery.ts'
import { forgetFailures } from './forget-failures.ts'
import { readManifest } from './manifest.ts'
import { pause } from './pause.ts'
import { RemoteError, type RemotePhase } from './remote-error.ts'
import { remoteStore } from './remote-store.ts'
import { reportFailure } from './report-failure.ts'
import { expectScript, guard } from './runtime-plugin.ts'

export type RemoteModule = { routes: RouteObject[] }

const TRIES = 2
const SLOW_MS = 10_000

const loaded = new Map<string, Promise<RemoteModule>>()
const registered = new Map<string, string>()
/** Tries of each entry script on this page. */
const attempts = new Map<string, number>()

registerPlugins([guard])

const containerName = (name: string) => name.replaceAll('-', '_')

async function step<T>(name: string, phase: RemotePhase, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new RemoteError(name, phase, cause)
  }
}

/** Another entry than last time replaces what the runtime knows of the remote. */
function register(name: string, entry: string, entryGlobalName: string) {
  if (registered.get(name) === entry) return
  const force = registered.has(name)
  registerRemotes([{ name: containerName(name), entry, type: 'global', entryGlobalName }], {
    force,
  })
  registered.set(name, entry)
}

async function loadRelease(release: Release): Promise<RemoteModule> {
  const { name, version } = release
  const entry = await step(name, 'manifest', () => readManifest(release))
  const { url, integrity, globalName } = entry
  const attempt = attempts.get(url) ?? 0
  attempts.set(url, attempt + 1)
  expectScript(url, { name, version, integrity, attempt })
  register(name, url, globalName)
  return step(name, 'expose', async () => {
    const module = await loadExposed<RemoteModule>(`${containerName(name)}/routes`)
    if (!module?.routes) throw new Error('it exposes no routes')
    return module
  })
}

async function loadWithRetry(name: string): Promise<RemoteModule> {
  const failedBefore = remoteStore.getSnapshot(name)
  const failures = failedBefore.status === 'failed' ? failedBefore.failures : 0
  const since = Date.now()
  remoteStore.set(name, { status: 'loading', since })
  for (let attempt = 1; ; attempt++) {
    try {
      const fresh = failures > 0 || attempt > 1
      const release = await step(name, 'discovery', () => discoverRelease(name, { fresh }))
      const module = await loadRelease(release)
      remoteStore.set(name, { status: 'ready', version: release.version })
      return module
    } catch (cause) {
      const error = cause instanceof RemoteError ? cause : new RemoteError(name, 'entry', cause)
      forgetFailures()
      // After a slow failure the visitor decides, a second long wait helps nobody.
      if (attempt < TRIES && Date.now() - since < SLOW_MS) {
        await pause()
        continue
      }
      remoteStore.set(name, { status: 'failed', error, failures: failures + 1 })
      reportFailure(error)
      throw error
    }
  }
}

/** Loads a remote once; a failure is forgotten, so that the next call tries again. */
export function loadRemote(name: string): Promise<RemoteModule> {
  const pending = loaded.get(name) ?? loadWithRetry(name)
  loaded.set(name, pending)
  pending.catch(() => loaded.delete(name))
  return pending
}
