import { failureSentence } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import styles from './refusal.module.css'

/** What the server says about a refusal, in the language on screen. */
export function Refusal({ error }: { error: unknown }) {
  useLanguage()
  const sentence = failureSentence(error)
  if (!sentence) return null
  return (
    <p role="alert" className={styles.refusal}>
      {sentence}
    </p>
  )
}
