import { useApiQuery } from '@awards/shared/client'
import { entries, type OwnerEntryInfo } from '@awards/shared/contract'
import { QueryState, LinkButton, PageHeader } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'

/** Stands where an entry was asked for that this account does not have. */
export function NoEntry() {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      title={t('noEntry.title')}
      lead={t('noEntry.text')}
      actions={
        <LinkButton type="primary" to={paths.account()}>
          {t('noEntry.action')}
        </LinkButton>
      }
    />
  )
}

type OwnerEntryProps = { id: string; children: (info: OwnerEntryInfo) => ReactNode }

/** Loads an entry for a page that only its owner has. */
export function OwnerEntry({ id, children }: OwnerEntryProps) {
  const query = useApiQuery(entries.info, { apply_order_id: id }, { skip: !id })
  if (!id) return <NoEntry />
  return (
    <QueryState query={query} missing={<NoEntry />}>
      {(info) => (info.projection === 'owner' ? children(info) : <NoEntry />)}
    </QueryState>
  )
}
