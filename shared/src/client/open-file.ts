/** Opens the link of a file in a new tab (specification §7). */
export function openFile(url: string | null | undefined) {
  if (!url) {
    console.log('URL is not provided.')
    return
  }
  window.open(url, '_blank', 'noopener')
}
