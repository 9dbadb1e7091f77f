import { isHarmlessHtml } from '@awards/shared/browser/trusted-html'
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

/** The nonce of this document, for the styles that antd writes: `<ConfigProvider csp={{ nonce }}>`. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined

/**
 * Sets the nonce of the document on every style element that scripts create. antd sets it on its own styles, but not
 * on the few lines with which an open drawer or dialog stops the page from scrolling.
 */
export function setStyleNonce() {
  const nonce = styleNonce()
  if (!nonce) return
  const create = document.createElement.bind(document)
  const createWithNonce = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  document.createElement = createWithNonce as typeof document.createElement
}
