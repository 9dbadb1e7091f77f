import type { IncomingMessage } from 'node:http'

const LIMIT_BYTES = 1_000_000

/** Reads the request body as text; throws above the size limit. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > LIMIT_BYTES) throw new Error('body too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, so that sent text is never markup (XSS). */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
