import { homeRoute } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Desk, EmptyState, LinkButton, Page, QueryView } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useJuryEntryInfoQuery } from '../jury.api.ts'
import { Review } from './review.tsx'

/** One entry, to be looked at and scored. */
export function Component() {
  const { t } = useTranslation('jury')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const home = homeRoute(useCurrentUser()?.identity ?? 2)
  const query = useJuryEntryInfoQuery({ apply_order_id: id }, { skip: id === '' })
  if (id === '') {
    return (
      <Page>
        <EmptyState title={t('noEntry')} action={<LinkButton to={home}>{t('back')}</LinkButton>} />
      </Page>
    )
  }
  return (
    <Desk>
      <QueryView query={query}>
        {(info) =>
          info.projection === 'juror' && (
            <Review key={id} info={info} home={home} reload={query.refetch} />
          )
        }
      </QueryView>
    </Desk>
  )
}
