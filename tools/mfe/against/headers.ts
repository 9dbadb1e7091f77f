import type { IncomingMessage } from 'node:http'

/** A cookie of the deployed site, as this machine may keep it. */
export function localCookie(cookie: string): string {
  const withoutDomain = cookie.replace(/;\s*domain=[^;]*/i, '')
  // A name with a prefix is only kept with Secure, which browsers allow for localhost.
  if (/^__(Host|Secure)-/.test(cookie)) return withoutDomain
  return withoutDomain
    .replace(/;\s*secure(?=;|$)/i, '')
    .replace(/;\s*samesite=none/i, '; SameSite=Lax')
}

/** Makes the answer of the deployed site one of this machine. */
export function adaptAnswer(answer: IncomingMessage, target: string) {
  const { headers } = answer
  const cookies = headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(localCookie)
  const { location } = headers
  if (location && URL.canParse(location) && new URL(location).origin === target) {
    headers.location = location.slice(target.length) || '/'
  }
  delete headers['strict-transport-security']
}

const sameOrigin = (address: string, own: string, target: string) =>
  URL.canParse(address) && new URL(address).origin === own
    ? target + address.slice(own.length)
    : address

/** Makes a request of the page one to the deployed site. */
export function adaptRequest(request: IncomingMessage, own: string, target: string) {
  const { origin, referer } = request.headers
  if (origin) request.headers.origin = sameOrigin(origin, own, target)
  if (referer) request.headers.referer = sameOrigin(referer, own, target)
}
