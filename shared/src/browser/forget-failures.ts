import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

type ModuleCache = Record<string, { error?: unknown } | undefined>

declare const __webpack_require__: { c: ModuleCache }
declare global {
  interface Window {
    __awardsModuleCaches?: Set<ModuleCache>
  }
}

// Compiled into every build, so that it sees that build's own webpack runtime.
const caches = (window.__awardsModuleCaches ??= new Set())
caches.add(__webpack_require__.c)

/**
 * Undoes the sticky half of a failed load: a shared module whose chunk failed keeps its rejected
 * promise in the share scope, so a second try would meet the first one's failure.
 */
export default function forgetFailures(): ModuleFederationRuntimePlugin {
  return {
    name: 'awards-forget-failures',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap)) {
        for (const shared of Object.values(scope[pkgName] ?? {})) {
          if (!shared.loaded && !shared.lib) shared.loading = null
        }
      }
    },
  }
}
