import { errorCode } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useSession } from '@awards/shared/session'
import { EmptyState, LinkButton, Loader, Page, PageHeader, QueryView } from '@awards/shared/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useJuryInvitationQuery } from './invitation.api.ts'
import { Offer } from './offer.tsx'
import './register-texts.ts'

const never = () => () => undefined

/** The code of the address. The server renders one page for everybody and is not told it, so it has none yet. */
function useCode(): string | undefined {
  const [search] = useSearchParams()
  return useSyncExternalStore(
    never,
    () => search.get('code') ?? '',
    () => undefined,
  )
}

/** What an invitation to the jury offers. Looking at it changes nothing: mail scanners look too. */
export function Component() {
  const { t } = useTranslation('invitation')
  const { status } = useSession()
  const code = useCode()
  const query = useJuryInvitationQuery({ code: code ?? '' }, { skip: !code })
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
  if (code === undefined) {
    return (
      <Page>
        <Loader />
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
