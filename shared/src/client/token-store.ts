import { createStore, storedText } from '@awards/shared/browser/store'
import { TOKEN_KEY } from '@awards/shared/domain'

type Listener = (token: string | undefined) => void
const stored = storedText(TOKEN_KEY, 'localStorage')
/** The session in which this tab sees the site as somebody else; the other tabs stay as they are. */
const seen = storedText(`seen_${TOKEN_KEY}`, 'sessionStorage')
const changes = createStore<string | undefined>(undefined)
const announce = () => changes.set(readToken())

/** The token of this tab; `undefined` when nobody is signed in. */
export const readToken = (): string | undefined => seen.read() || stored.read() || undefined

/** Signs in: for this document alone where the browser blocks storage. */
export function storeToken(token: string) {
  stored.write(token)
  announce()
}

/** Signs out; a tab that saw the site as somebody else goes back to the session of before. */
export function removeToken() {
  if (seen.read()) seen.remove()
  else stored.remove()
  announce()
}

/** Lets this tab see the site as somebody else. */
export function storeSeenToken(token: string) {
  seen.write(token)
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
