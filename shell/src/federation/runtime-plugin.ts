import { SCRIPT_TIMEOUT_MS } from '@awards/shared/domain'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { assertTrusted } from './policy.ts'

/** What the loader knows about an entry script before the runtime asks for it. */
export type ExpectedScript = { name: string; version: string; integrity: string; attempt: number }

const expected = new Map<string, ExpectedScript>()

/** Announces an entry script; a script that nobody announced is not loaded. */
export function expectScript(url: string, script: ExpectedScript) {
  expected.set(url, script)
}

function createEntryScript(address: string): HTMLScriptElement {
  const known = expected.get(new URL(address, window.location.href).href)
  if (!known) throw new Error(`${address} is not the entry of a known release`)
  const url = assertTrusted(address, known.name, known.version)
  // Another address for each try: a browser queues a second request behind a hanging first one.
  if (known.attempt > 0) url.searchParams.set('retry', String(known.attempt))
  const script = document.createElement('script')
  script.src = url.href
  script.async = true
  script.integrity = known.integrity
  script.dataset.remote = known.name
  return script
}

/** Guards everything that the federation runtime puts into the document. */
export const guard: ModuleFederationRuntimePlugin = {
  name: 'awards-guard',
  createScript: ({ url }) => ({ script: createEntryScript(url), timeout: SCRIPT_TIMEOUT_MS }),
  createLink: ({ url }) => {
    throw new Error(`${url}: a release brings its styles itself`)
  },
}
