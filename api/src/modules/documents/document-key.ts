import { createHmac } from 'node:crypto'

/** Raised when documents are drawn in another way, so that none is taken from before. */
const DRAWING = 2

/** Storage key of a generated document: always the same for the same content, and not guessable. */
export function documentKey(secret: string, content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const name = createHmac('sha256', `documents:${secret}:${DRAWING}`).update(text).digest('hex')
  return `private/${name.slice(0, 2)}/${name.slice(2, 32)}.pdf`
}
