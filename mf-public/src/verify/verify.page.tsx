import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { usePublicCertificateQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { NUMBER_LENGTH, NumberForm } from './number-form.tsx'
import { UnknownCertificate } from './unknown-certificate.tsx'
import styles from './verify.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const params = useParams()
  const [query] = useSearchParams()
  const asked = query.get('number')?.trim() || params.number?.trim() || ''
  const number = asked.slice(0, NUMBER_LENGTH)
  const certificate = usePublicCertificateQuery({ number })
  usePageHead({ title: t('verify.title'), description: t('verify.lead'), index: false })
  return (
    <Page>
      <PageHeader title={t('verify.title')} lead={t('verify.lead')} />
      <div className={styles.columns}>
        <Answered query={certificate} missing={<UnknownCertificate number={asked} />}>
          {(found) => <CertificateCard certificate={found} />}
        </Answered>
        <NumberForm key={number} />
      </div>
    </Page>
  )
}
