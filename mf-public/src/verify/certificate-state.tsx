import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './verify.module.css'

type CertificateStateProps = {
  number: string
  state: 'valid' | 'suspended' | 'revoked' | 'unknown'
  children: ReactNode
}

/** Whether a certificate stands, and what that means. */
export function CertificateState({ number, state, children }: CertificateStateProps) {
  const { t } = useTranslation('public')
  return (
    <div className={`${styles.card} ${styles[state]}`}>
      <div role="status">
        <p className={styles.number}>{number}</p>
        <h2 className={styles.state}>
          <span className={styles.sign} aria-hidden="true" />
          {t(`verify.status.${state}`)}
        </h2>
        <p className={styles.meaning}>{t(`verify.meaning.${state}`)}</p>
      </div>
      {children}
    </div>
  )
}
