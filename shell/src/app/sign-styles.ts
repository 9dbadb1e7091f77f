/**
 * Gives every style element that our scripts make the nonce of the document. antd does so for its own
 * styles, but not for the few lines with which an open drawer or dialog stops the page from scrolling.
 */
export function signStyles(nonce: string | undefined) {
  if (!nonce) return
  const create = document.createElement.bind(document)
  const signed = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  document.createElement = signed as typeof document.createElement
}
