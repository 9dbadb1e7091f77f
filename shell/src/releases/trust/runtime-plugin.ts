import { SCRIPT_TIMEOUT_MS } from '@awards/shared/domain'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { assertTrusted } from './policy.ts'
import { LoadError } from '../failures/remote-error.ts'

type InitArgs = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInitContainer']>>[0]
type ShareScope = InitArgs['shareScope']

const copyOf = (scope: ShareScope): ShareScope =>
  Object.fromEntries(
    Object.entries(scope).map(([key, versions]) => [
      key,
      Object.fromEntries(
        Object.entries(versions).map(([version, shared]) => [
          version,
          {
            ...shared,
            useIn: [...(shared.useIn ?? [])],
            deps: [...(shared.deps ?? [])],
            shareConfig: { ...shared.shareConfig },
          },
        ]),
      ),
    ]),
  )

/**
 * Gives every remote a share scope of its own, filled with what the shell provides. One that damages
 * its scope while it starts hurts itself alone; the modules behind the entries stay the same for all.
 */
function isolateShareScope(args: InitArgs): InitArgs {
  const own = Object.fromEntries(
    Object.entries(args.origin.shareScopeMap).map(([name, scope]) => [name, copyOf(scope)]),
  )
  const { shareScope: key } = args.remoteInfo
  const first = (Array.isArray(key) ? key[0] : key) ?? 'default'
  const remoteEntryInitOptions = { ...args.remoteEntryInitOptions }
  Object.defineProperty(remoteEntryInitOptions, 'shareScopeMap', { value: own, enumerable: false })
  return { ...args, shareScope: (own[first] ??= {}), remoteEntryInitOptions }
}

/** What the loader knows about an entry script before the runtime asks for it. */
type ExpectedScript = { name: string; version: string; integrity: string }

const expected = new Map<string, ExpectedScript>()

/** Allows an entry script; the plugin refuses any other. */
export function expectScript(url: string, script: ExpectedScript) {
  expected.set(url, script)
}

const refusal = (url: string, reason: string) =>
  new LoadError({ phase: 'policy', kind: 'invalid', url }, `${url} ${reason}`)

function createEntryScript(address: string): HTMLScriptElement {
  const known = expected.get(new URL(address, window.location.href).href)
  if (!known) throw refusal(address, 'is not the entry of a known release')
  const script = document.createElement('script')
  script.src = assertTrusted(address, known.name, known.version).href
  script.async = true
  script.integrity = known.integrity
  script.crossOrigin = 'anonymous'
  script.dataset.remote = known.name
  return script
}

/** Guards everything that the federation runtime puts into the document, and hands to a remote. */
export const guard: ModuleFederationRuntimePlugin = {
  name: 'awards-guard',
  createScript: ({ url }) => ({ script: createEntryScript(url), timeout: SCRIPT_TIMEOUT_MS }),
  createLink: ({ url }) => {
    throw refusal(url, 'is refused: a release brings its styles itself')
  },
  // A remote is given as container and entry; the runtime has no manifest to read.
  fetch: (url) => {
    throw refusal(url, 'is refused: the loader reads manifests itself')
  },
  beforeInitContainer: isolateShareScope,
}
