import { CHOICE_SECONDS } from '../domain/constants.ts'

/** What was chosen in this document; where a browser keeps nothing, that is how long it lasts. */
const chosen = new Map<string, string>()

function inCookies(name: string): string | undefined {
  const start = `${name}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length) || undefined
}

/**
 * Keeps what a visitor chose for themselves, language or look, in a cookie: the server needs it for
 * the first HTML. It serves nothing but what the visitor asked for, so it needs no consent.
 */
export function keepChoice(name: string, value: string) {
  chosen.set(name, value)
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  try {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${CHOICE_SECONDS}; SameSite=Lax${secure}`
  } catch {
    // A sandboxed document has no cookies.
  }
}

/** What the visitor chose on this device, if anything. */
export function readChoice(name: string): string | undefined {
  try {
    return inCookies(name) ?? chosen.get(name)
  } catch {
    return chosen.get(name)
  }
}
