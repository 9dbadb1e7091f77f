import type { IncomingMessage } from 'node:http'

const LIMIT_BYTES = 1_000_000

/** The request's body as text; a body beyond the limit throws. */
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
