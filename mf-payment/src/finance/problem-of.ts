import { failureOf } from '@awards/shared/client'
import { translateMessage } from '@awards/shared/i18n'

/** What the server says about a refusal, in the language on screen; undefined without one. */
export function problemOf(error: unknown): string | undefined {
  if (!error) return undefined
  const { msg } = failureOf(error)
  const sentence = typeof msg === 'string' ? msg : Object.values(msg).flat()[0]
  return sentence && translateMessage(sentence)
}
