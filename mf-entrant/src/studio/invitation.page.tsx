import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { studio } from '@awards/shared/contract'
import { InvitationPage, useSecret } from '@awards/shared/forms/invitation-page'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

void registerNamespace('studio', (language) => import(`./locales/${language}.json`))

/** The role in a studio that an invitation offers, and the way to accept it. */
export function Component() {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const navigate = useNavigate()
  const token = useSecret('token')
  const query = useApiQuery(studio.invitation, { token: token ?? '' }, { skip: !token })
  const [accept, { isLoading, error }] = useApiMutation(studio.acceptInvitation)
  const send = async () => {
    const result = await accept({ token: token ?? '' })
    if ('error' in result || !result.data) return
    await navigate(paths.account(), { replace: true })
  }
  return (
    <InvitationPage
      secret={token}
      query={query}
      text={(key, values = {}) => t(`invited.${key}`, values)}
      here={paths.studioInvitation(token ?? '')}
      head={(offer) => ({
        eyebrow: t('invited.eyebrow', { programme: offer.programme }),
        title: t('invited.title', { studio: offer.studio }),
        lead: t('invited.lead', { name: offer.invited_by }),
      })}
      facts={({ role, work, email, expires_at }) => [
        { term: t('invited.role'), detail: t(`role.${role}`) },
        { term: t('invited.may'), detail: t(`roleText.${role}`) },
        { term: t('invited.works'), detail: work ?? t('allWorks') },
        { term: t('invited.address'), detail: email },
        { term: t('invited.until'), detail: format.date(expires_at, 'datetime') },
      ]}
      acceptance={{ send, isLoading, error, otherAccount: [409, 422] }}
      refusedAction={<LinkButton to={paths.account()}>{t('invited.account')}</LinkButton>}
    />
  )
}
