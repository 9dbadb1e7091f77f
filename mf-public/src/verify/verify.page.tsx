import { Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { usePublicCertificateQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { NumberForm } from './number-form.tsx'
import styles from './verify.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const { number = '' } = useParams()
  const certificate = usePublicCertificateQuery({ number })
  return (
    <Page>
      <PageHeader title={t('verify.title')} lead={t('verify.lead')} />
      <Answered
        query={certificate}
        missing={
          <div className={`${styles.card} ${styles.unknown}`} role="status">
            <p className={styles.number}>{number}</p>
            <h2 className={styles.state}>{t('verify.unknown')}</h2>
            <p>{t('verify.unknownText')}</p>
          </div>
        }
      >
        {(found) => <CertificateCard certificate={found} />}
      </Answered>
      <NumberForm />
    </Page>
  )
}
