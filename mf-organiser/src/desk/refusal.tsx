import { failureOf } from '@awards/shared/client'
import { translateMessage, useLanguage } from '@awards/shared/i18n'
import styles from './refusal.module.css'

/** What the server says about a refusal, in the language on screen. */
export function Refusal({ error }: { error: unknown }) {
  useLanguage()
  const { msg } = failureOf(error)
  const sentence = typeof msg === 'string' ? msg : Object.values(msg).flat()[0]
  if (!sentence) return null
  return (
    <p role="alert" className={styles.refusal}>
      {translateMessage(sentence)}
    </p>
  )
}
