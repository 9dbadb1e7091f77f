import { createStore } from '@awards/shared/browser/create-store'
import { storedText } from '@awards/shared/browser/storage'
import { TOKEN_KEY } from '@awards/shared/domain'

type Listener = (token: string | undefined) => void
const stored = storedText(TOKEN_KEY, 'localStorage')
const changes = createStore<string | undefined>(undefined)
const announce = () => changes.set(readToken())

/** The stored token; `undefined` when nobody is signed in. */
export const readToken = (): string | undefined => stored.read() || undefined

/** Signs in: for this document alone where the browser blocks storage. */
export function storeToken(token: string) {
  stored.write(token)
  announce()
}

/** Signs out. */
export function removeToken() {
  stored.remove()
  announce()
}

/** Tells `listener` of each change of the token, in this tab and in the others. */
export function onTokenChange(listener: Listener): () => void {
  const fromAnotherTab = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if (event.key !== TOKEN_KEY && event.key !== null) return
    // Another tab signed in or out: its token replaces one that only this document has.
    stored.dropUnsaved()
    listener(readToken())
  }
  const forget = changes.subscribe(() => listener(changes.get()))
  window.addEventListener('storage', fromAnotherTab)
  return () => {
    forget()
    window.removeEventListener('storage', fromAnotherTab)
  }
}
