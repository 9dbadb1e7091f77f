import { errorCode } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useSession } from '@awards/shared/session'
import { EmptyState, LinkButton, Loader, Page, PageHeader, QueryView } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useJuryInvitationQuery } from './invitation.api.ts'
import { Offer } from './offer.tsx'
import './register-texts.ts'

/** What an invitation to the jury offers. Looking at it changes nothing: mail scanners look too. */
export function Component() {
  const { t } = useTranslation('invitation')
  const [search] = useSearchParams()
  const { status } = useSession()
  const code = search.get('code') ?? ''
  const query = useJuryInvitationQuery({ code }, { skip: code === '' })
  const refused = code === '' ? 404 : query.error && errorCode(query.error)

  if (refused === 404 || refused === 410) {
    return (
      <Page>
        <PageHeader eyebrow={t('eyebrow')} title={t(`refused.${refused}`)} />
        <EmptyState
          title={t(`refusedHint.${refused}`)}
          action={<LinkButton to={paths.contact}>{t('contact')}</LinkButton>}
        >
          {t('refusedText')}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page>
      <QueryView query={query}>
        {(offer) => (status === 'loading' ? <Loader /> : <Offer code={code} offer={offer} />)}
      </QueryView>
    </Page>
  )
}
