import { paths } from '@awards/shared/paths'
import { TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { CertificateState } from './certificate-state.tsx'
import styles from './verify.module.css'

/** Says that no certificate carries the number. */
export function UnknownCertificate({ number }: { number: string }) {
  const { t } = useTranslation('public')
  usePageHead({
    title: t('verify.title'),
    description: t('verify.lead'),
    index: false,
    status: 404,
  })
  return (
    <CertificateState number={number} state="unknown">
      <p className={styles.link}>
        <TextLink to={paths.contact}>{t('verify.ask')}</TextLink>
      </p>
    </CertificateState>
  )
}
