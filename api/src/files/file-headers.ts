/** Parses a single byte range (RFC 9110), both ends inclusive; undefined means the whole file. */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const [first, last] = [match[1], match[2]].map((part) => (part ? Number(part) : undefined))
  const start = first ?? Math.max(0, bytes - (last ?? 0))
  const end = first === undefined ? bytes - 1 : Math.min(last ?? bytes - 1, bytes - 1)
  return start <= end && start < bytes ? { start, end } : undefined
}

/** `Content-Disposition` for a file name in any script (RFC 6266). */
export function contentDisposition(filename: string, inline = false): string {
  const clean = filename.replaceAll(/[\u0000-\u001f\u007f/\\]/g, '').slice(0, 150) || 'file'
  const plain = clean.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["%;]/g, '_')
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const kind = inline ? 'inline' : 'attachment'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
