import { isHarmlessHtml } from '@awards/shared/browser/harmless-html'
import { retryAddress } from '../loader/refetch.ts'

const FOLDERS = ['/assets/', '/mfe/', '/mfe-b/']

/** The address of a script of this site, or nothing. */
export function scriptAddress(address: string): string | null {
  const url = URL.canParse(address, document.baseURI) && new URL(address, document.baseURI)
  if (!url || url.origin !== window.location.origin || url.username || url.password) return null
  // No file of ours is written with one; a server in front may read %2f as a slash.
  if (url.pathname.includes('%')) return null
  if (!FOLDERS.some((folder) => url.pathname.startsWith(folder))) return null
  return retryAddress(url).href
}

/**
 * What may become code or markup (Trusted Types). Scripts come from the builds of shell and remotes
 * alone. Styles pass, having no `<`; of HTML only what the server's own rendering of text writes.
 */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: scriptAddress,
  createHTML: (html) => (isHarmlessHtml(html) ? html : null),
  createScript: () => null,
})
