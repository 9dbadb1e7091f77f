import { TOKEN_KEY } from '@awards/shared/domain'

type Listener = (token: string | undefined) => void
const listeners = new Set<Listener>()

const announce = () => {
  const token = readToken()
  for (const listener of listeners) listener(token)
}

/** The stored token; `undefined` when nobody is signed in or the browser forbids storage. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(TOKEN_KEY) || undefined
  } catch {
    return undefined
  }
}

export function storeToken(token: string) {
  localStorage.setItem(TOKEN_KEY, token)
  announce()
}

export function removeToken() {
  localStorage.removeItem(TOKEN_KEY)
  announce()
}

/** Tells `listener` of each change of the token, in this tab and in the others. */
export function onTokenChange(listener: Listener): () => void {
  const fromAnotherTab = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === null) listener(readToken())
  }
  listeners.add(listener)
  window.addEventListener('storage', fromAnotherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromAnotherTab)
  }
}
