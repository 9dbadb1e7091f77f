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
}

const unconnected: ClientHost = {
  notify: (text) => console.error(text),
  navigate: (path) => window.location.assign(path),
  currentPath: () => window.location.pathname + window.location.search,
  translate: (sentence) => sentence,
  language: () => document.documentElement.lang || 'en',
}

let connected = unconnected

/** Connects the client with the router, the toasts and the language of the shell. */
export function connectClient(host: Partial<ClientHost>) {
  connected = { ...connected, ...host }
}

export const clientHost = (): ClientHost => connected
