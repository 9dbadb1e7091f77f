import type { Output, publicationAdded } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './verify.module.css'

type Certificate = Output<typeof publicationAdded.verifyCertificate>

/** Whether a certificate is valid, and what it says. */
export function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { number, status, title, holder, award, category, edition, issued_at } = certificate
  return (
    <div className={`${styles.card} ${styles[status]}`} role="status">
      <p className={styles.number}>{number}</p>
      <h2 className={styles.state}>{t(`verify.status.${status}`)}</h2>
      <p className={styles.meaning}>{t(`verify.meaning.${status}`)}</p>
      <DefinitionList
        items={[
          { term: t('verify.work'), detail: title },
          { term: t('verify.holder'), detail: holder },
          { term: t('verify.award'), detail: award },
          { term: t('verify.category'), detail: category },
          { term: t('verify.edition'), detail: edition },
          { term: t('verify.issued'), detail: date(issued_at) },
        ]}
      />
      {certificate.apply_order_id && (
        <p className={styles.link}>
          <TextLink to={paths.winner(certificate.apply_order_id)}>{t('verify.see')}</TextLink>
        </p>
      )}
    </div>
  )
}
