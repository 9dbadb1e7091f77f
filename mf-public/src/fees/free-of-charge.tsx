import { CANCELLATION_DAYS } from '@awards/shared/rules'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './fee-table.ts'
import styles from './fees.module.css'

/** What nobody pays for. */
export function FreeOfCharge({ table }: { table: FeeTable }) {
  const { t } = useTranslation('public')
  const codes = [...new Set(table.packages.map(({ code }) => code))]
  const free = codes
    .map((code) => table.packages.filter((offer) => offer.code === code))
    .filter((offers) => offers.every(({ amount_minor }) => amount_minor === 0))
    .flatMap(([offer]) => (offer ? [offer] : []))
  const items = [
    { name: t('fees.freeOf.draft'), text: t('fees.freeOf.draftText') },
    { name: t('fees.freeOf.award'), text: t('fees.freeOf.awardText') },
    ...free.map(({ name, description }) => ({ name, text: description })),
    {
      name: t('fees.freeOf.cancel'),
      text: t('fees.freeOf.cancelText', { count: CANCELLATION_DAYS }),
    },
  ]
  return (
    <section className={styles.section} aria-labelledby="free-title">
      <SectionHeading id="free-title">{t('fees.freeOf.title')}</SectionHeading>
      <ul role="list" className={styles.free}>
        {items.map(({ name, text }) => (
          <li key={name}>
            <h3 className={styles.freeName}>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
