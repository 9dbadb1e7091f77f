/** What a package sees of the libraries that may exist only once in a page. */
export type Runtime = {
  readonly React: unknown
  readonly router: unknown
  readonly store: unknown
  readonly client: unknown
}

declare global {
  interface Window {
    __awards?: { readonly runtimes: Record<string, Runtime> }
  }
}

/** Notes which copies a package runs on, so that a test can see that all packages share one. */
export function registerRuntime(name: string, runtime: Runtime) {
  // The server gives every package its copies itself.
  if (typeof window === 'undefined') return
  window.__awards ??= { runtimes: {} }
  window.__awards.runtimes[name] = runtime
}
