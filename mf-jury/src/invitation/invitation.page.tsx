import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { jurySeat } from '@awards/shared/contract'
import { InvitationPage, useSecret } from '@awards/shared/forms/invitation-page'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { lookUpUser, useSiteDispatch } from '@awards/shared/session'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

void registerNamespace('invitation', (language) => import(`./locales/${language}.json`))

/** The seat on the jury that an invitation offers, and the way to take it. */
export function Component() {
  const { t } = useTranslation('invitation')
  const format = useFormat()
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const code = useSecret('code')
  const query = useApiQuery(jurySeat.invitation, { code: code ?? '' }, { skip: !code })
  const [accept, { isLoading, error }] = useApiMutation(jurySeat.acceptInvitation)
  const send = async () => {
    const result = await accept({ code: code ?? '' })
    if ('error' in result || !result.data) return
    await lookUpUser(dispatch)
    await navigate(result.data.home_route, { replace: true })
  }
  return (
    <InvitationPage
      secret={code}
      query={query}
      text={(key, values = {}) => t(key, values)}
      here={paths.juryInvitation(code ?? '')}
      eyebrow={t('eyebrow')}
      head={({ programme, level }) => ({
        eyebrow: t('eyebrow'),
        title: t('title', { programme }),
        lead: t(`lead${level}`),
      })}
      facts={({ edition, level, categories, email, valid_until }) => [
        { term: t('edition'), detail: edition },
        { term: t('level'), detail: t(`level${level}`) },
        {
          term: t('categories', { count: categories.length }),
          detail: categories.map(({ name }) => name).join(', '),
        },
        { term: t('address'), detail: email },
        { term: t('until'), detail: valid_until && format.date(valid_until, 'datetime') },
      ]}
      acceptance={{ send, isLoading, error, otherAccount: [422] }}
      refusedAction={<LinkButton to={paths.contact}>{t('contact')}</LinkButton>}
    />
  )
}
