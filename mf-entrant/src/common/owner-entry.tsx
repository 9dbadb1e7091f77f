import type { OwnerEntryInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader, QueryView } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntryInfoQuery } from '../entrant.api.ts'

type OwnerEntryProps = { id: string; children: (info: OwnerEntryInfo) => ReactNode }

/** Loads an entry for a page that only its owner has. */
export function OwnerEntry({ id, children }: OwnerEntryProps) {
  const query = useEntryInfoQuery({ apply_order_id: id }, { skip: !id })
  if (!id) return <NoEntry />
  return (
    <QueryView query={query}>
      {(info) => (info.projection === 'owner' ? children(info) : <NoEntry />)}
    </QueryView>
  )
}

function NoEntry() {
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
