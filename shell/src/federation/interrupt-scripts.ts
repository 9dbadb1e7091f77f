/**
 * Gives up the files below `folder` that are under way. Whoever waits for a script learns that it
 * failed, and may ask again; a style that hangs counts as loaded, and is taken when it comes.
 */
export function interruptScripts(folder: string) {
  const isOf = (address: string) => new URL(address, document.baseURI).pathname.startsWith(folder)
  // webpack and the federation runtime remove a script once it has run or failed.
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (!isOf(script.src)) continue
    script.dispatchEvent(new Event('error'))
    script.remove()
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isOf(link.href) && !link.sheet) link.dispatchEvent(new Event('load'))
  }
}
