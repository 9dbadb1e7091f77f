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
