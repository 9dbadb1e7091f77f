import type { PaymentOrder } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSiteTimeQuery } from '../payment.api.ts'
import { isEntryFee } from './fee-page.ts'
import styles from './next-steps.module.css'

/** What happens after the payment, with the dates as far as they are known. */
export function NextSteps({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { data } = useSiteTimeQuery()
  const day = (moment: string | null | undefined) => (moment ? format.date(moment) : undefined)
  const steps = isEntryFee(order)
    ? [
        { what: t('next.check'), when: undefined },
        { what: t('next.judging'), when: day(data?.judging.starts_at) },
        { what: t('next.results'), when: day(data?.results_at) },
      ]
    : [{ what: t('next.package'), when: undefined }]
  return (
    <section>
      <SectionHeading size="small">{t('next.title')}</SectionHeading>
      <ol className={styles.steps}>
        {steps.map(({ what, when }) => (
          <li key={what}>
            {what}
            {when && <span className={styles.when}>{when}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
