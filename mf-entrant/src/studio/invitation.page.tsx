import { errorCode, failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { studio, type CurrentUser, type Output } from '@awards/shared/contract'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { signOut, useCurrentUser, useSession } from '@awards/shared/session'
import {
  Button,
  DefinitionList,
  EmptyState,
  LinkButton,
  Loader,
  Page,
  PageHeader,
  QueryState,
} from '@awards/shared/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import styles from './studio.module.css'

void registerNamespace('studio', (language) => import(`./locales/${language}.json`))

/** For who is not signed in: both ways in come back to this invitation. */
function ComeIn({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('studio')
  const here = paths.studioInvitation(token)
  return (
    <section className={styles.way} aria-labelledby="come-in">
      <h2 id="come-in" className={styles.heading}>
        {t('invited.comeIn')}
      </h2>
      <p>{t('invited.comeInText', { email })}</p>
      <LinkButton type="primary" size="large" block to={paths.register(here)}>
        {t('invited.register')}
      </LinkButton>
      <LinkButton size="large" block to={paths.login(here)}>
        {t('invited.signIn')}
      </LinkButton>
    </section>
  )
}

/** The one click that makes a member; who is signed in with another address is shown the way out. */
function Accept({ token, user }: { token: string; user: CurrentUser }) {
  const { t } = useTranslation('studio')
  const navigate = useNavigate()
  const [accept, { isLoading, error }] = useApiMutation(studio.acceptInvitation)
  const isOtherAccount = error !== undefined && [409, 422].includes(errorCode(error) ?? 0)
  const sentence = failureSentence(error)

  const join = async () => {
    const result = await accept({ token })
    if ('error' in result || !result.data) return
    await navigate(paths.account(), { replace: true })
  }
  const leave = async () => {
    await signOut()
    await navigate(paths.login(paths.studioInvitation(token)))
  }
  return (
    <section className={styles.way} aria-labelledby="accept">
      <h2 id="accept" className={styles.heading}>
        {t('invited.take')}
      </h2>
      <p>{t('invited.takeText')}</p>
      {sentence && (
        <p className={styles.problem} role="alert">
          {sentence}
        </p>
      )}
      {!isOtherAccount && (
        <Button type="primary" size="large" block loading={isLoading} onClick={() => void join()}>
          {t('invited.accept')}
        </Button>
      )}
      <p className={styles.facts}>{t('invited.signedInAs', { email: user.email })}</p>
      <Button type={isOtherAccount ? 'primary' : 'default'} block onClick={() => void leave()}>
        {t('invited.otherAccount')}
      </Button>
    </section>
  )
}

type OfferProps = { token: string; offer: Output<typeof studio.invitation> }

function Offer({ token, offer }: OfferProps) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const user = useCurrentUser()
  const { invited_by, role, work, email, expires_at, programme } = offer
  return (
    <>
      <PageHeader
        eyebrow={t('invited.eyebrow', { programme })}
        title={t('invited.title', { studio: offer.studio })}
        lead={t('invited.lead', { name: invited_by })}
      />
      <div className={styles.columns}>
        <DefinitionList
          items={[
            { term: t('invited.role'), detail: t(`role.${role}`) },
            { term: t('invited.may'), detail: t(`roleText.${role}`) },
            { term: t('invited.works'), detail: work ?? t('allWorks') },
            { term: t('invited.address'), detail: email },
            { term: t('invited.until'), detail: format.date(expires_at, 'datetime') },
          ]}
        />
        {user ? <Accept token={token} user={user} /> : <ComeIn token={token} email={email} />}
      </div>
    </>
  )
}

const never = () => () => undefined

/** The token in the address; undefined on the server, which renders one page for everybody. */
function useToken(): string | undefined {
  const [search] = useSearchParams()
  return useSyncExternalStore(
    never,
    () => search.get('token') ?? '',
    () => undefined,
  )
}

/** What an invitation to a studio offers. Looking at it changes nothing: mail scanners look too. */
export function Component() {
  const { t } = useTranslation('studio')
  const { status } = useSession()
  const token = useToken()
  const query = useApiQuery(studio.invitation, { token: token ?? '' }, { skip: !token })
  const refused = token === '' ? 404 : query.error && errorCode(query.error)
  if (refused === 404 || refused === 410) {
    return (
      <Page>
        <PageHeader title={t(`invited.refused.${refused}`)} />
        <EmptyState
          title={t(`invited.refusedHint.${refused}`)}
          action={<LinkButton to={paths.account()}>{t('invited.account')}</LinkButton>}
        >
          {t('invited.refusedText')}
        </EmptyState>
      </Page>
    )
  }
  if (token === undefined) {
    return (
      <Page>
        <Loader />
      </Page>
    )
  }
  return (
    <Page>
      <QueryState query={query}>
        {(offer) => (status === 'loading' ? <Loader /> : <Offer token={token} offer={offer} />)}
      </QueryState>
    </Page>
  )
}
