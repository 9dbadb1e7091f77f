import { errorReason, failureSentence } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

/** What a refused decision says to the juror, in the language on screen; undefined without an error. */
export function useProblem(error: unknown): string | undefined {
  const { t, i18n } = useTranslation('jury')
  if (!error) return undefined
  const key = `refusal.${errorReason(error) ?? ''}`
  if (i18n.exists(key, { ns: 'jury' })) return t(key)
  return failureSentence(error)
}

type ErrorNoteProps = { text: string | undefined; className?: string | undefined }

/** Why a change was refused; nothing without a text. */
export const ErrorNote = ({ text, className = '' }: ErrorNoteProps) =>
  text ? (
    <p className={`${styles.note} ${className}`} role="alert">
      {text}
    </p>
  ) : null
