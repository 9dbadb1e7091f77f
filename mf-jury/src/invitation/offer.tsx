import type { jurySeat, Output } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { DefinitionList, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { AcceptSeat } from './accept-seat.tsx'
import { ComeIn } from './come-in.tsx'
import styles from './offer.module.css'

type OfferProps = { code: string; offer: Output<typeof jurySeat.invitation> }

/** The seat that is offered, and the way to take it. */
export function Offer({ code, offer }: OfferProps) {
  const { t } = useTranslation('invitation')
  const format = useFormat()
  const user = useCurrentUser()
  return (
    <>
      <PageHeader
        eyebrow={t('eyebrow')}
        title={t('title', { programme: offer.programme })}
        lead={t(`lead${offer.level}`)}
      />
      <div className={styles.columns}>
        <DefinitionList
          items={[
            { term: t('edition'), detail: offer.edition },
            { term: t('level'), detail: t(`level${offer.level}`) },
            {
              term: t('categories', { count: offer.categories.length }),
              detail: offer.categories.map(({ name }) => name).join(', '),
            },
            { term: t('address'), detail: offer.email },
            {
              term: t('until'),
              detail: offer.valid_until && format.date(offer.valid_until, 'datetime'),
            },
          ]}
        />
        {user ? <AcceptSeat code={code} user={user} /> : <ComeIn code={code} email={offer.email} />}
      </div>
    </>
  )
}
