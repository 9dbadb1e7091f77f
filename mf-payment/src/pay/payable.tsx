import type { OwnerEntryInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader, QueryView } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePayableEntryQuery } from '../payment.api.ts'

type PayableProps = {
  id: string
  /** True when there is nothing left to pay. */
  isSettled: (info: OwnerEntryInfo) => boolean
  children: (info: OwnerEntryInfo) => ReactNode
}

/** Loads the entry that is to be paid for; what is settled already says so. */
export function Payable({ id, isSettled, children }: PayableProps) {
  const { t } = useTranslation('payment')
  const query = usePayableEntryQuery({ apply_order_id: id })
  return (
    <QueryView query={query}>
      {(info) =>
        info.projection === 'owner' && !isSettled(info) ? (
          children(info)
        ) : (
          <PageHeader
            title={t('settled.title')}
            lead={t('settled.text')}
            actions={
              <LinkButton type="primary" to={paths.account()}>
                {t('account')}
              </LinkButton>
            }
          />
        )
      }
    </QueryView>
  )
}
