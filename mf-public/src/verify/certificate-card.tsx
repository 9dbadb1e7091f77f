import type { Output, publicationAdded } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { CertificateProof } from './certificate-proof.tsx'
import { CertificateState } from './certificate-state.tsx'
import styles from './verify.module.css'

type Certificate = Output<typeof publicationAdded.verifyCertificate>

/** Whether a certificate is valid, and what it says. */
export function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { number, status, title, holder, award, category, edition, issued_at } = certificate
  return (
    <CertificateState number={number} state={status}>
      <h3 className={styles.certified}>{t('verify.certified')}</h3>
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
      {certificate.proof && <CertificateProof proof={certificate.proof} />}
      <p className={styles.link}>
        {certificate.apply_order_id ? (
          <TextLink to={paths.winner(certificate.apply_order_id)}>{t('verify.see')}</TextLink>
        ) : (
          <TextLink to={paths.contact}>{t('verify.ask')}</TextLink>
        )}
      </p>
    </CertificateState>
  )
}
