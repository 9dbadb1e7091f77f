/** One request to the API, before it becomes one of a protocol. */
export type ApiRequest = {
  method: 'GET' | 'POST'
  /** Path below `/api`. */
  url: string
  input: unknown
  /** Milliseconds. */
  timeout?: number
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** What the client asks of the application around it; the shell gives it once at start. */
export type ClientHost = {
  /** Shows an error toast. */
  notify: (text: string) => void
  navigate: (path: string) => void
  /** Path and query of the page on screen, without the base path. */
  currentPath: () => string
  /** The text in the visitor's language; the English sentence is the key. */
  translate: (sentence: string) => string
  /** Language asked of the server. */
  language: () => string
  /** Asks the person for a code by e-mail; true once it was right. */
  proveAgain: () => Promise<boolean>
  /** Makes a request and gives the body of the answer. */
  send: (request: ApiRequest) => Promise<unknown>
}

const unconnected: ClientHost = {
  notify: (text) => console.error(text),
  navigate: (path) => window.location.assign(path),
  currentPath: () => window.location.pathname + window.location.search,
  translate: (sentence) => sentence,
  language: () => document.documentElement.lang || 'en',
  proveAgain: async () => false,
  // A page that came with its answers makes no request at first: the HTTP client is loaded with the first.
  send: async (request) => (await import('./http.ts')).sendOverHttp(request),
}

let connected = unconnected

/** Connects the client with the router, the toasts and the language of the shell. */
export function connectClient(host: Partial<ClientHost>) {
  connected = { ...connected, ...host }
}

export const clientHost = (): ClientHost => connected
