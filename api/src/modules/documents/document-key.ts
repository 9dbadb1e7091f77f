import { createHmac } from 'node:crypto'

/** Storage key of a generated document: always the same for the same content, and not guessable. */
export function documentKey(secret: string, content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const name = createHmac('sha256', `documents:${secret}`).update(text).digest('hex')
  return `private/${name.slice(0, 2)}/${name.slice(2, 32)}.pdf`
}
