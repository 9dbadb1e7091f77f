/** Header value for a download under a name in any script (RFC 6266). */
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
