import { errorCode, failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import {
  useSession,
  useCurrentUser,
  lookUpUser,
  signOut,
  useSiteDispatch,
} from '@awards/shared/session'
import {
  EmptyState,
  LinkButton,
  Loader,
  Page,
  PageHeader,
  QueryState,
  DefinitionList,
  Button,
} from '@awards/shared/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams, useNavigate } from 'react-router-dom'
import { type CurrentUser, jurySeat, type Output } from '@awards/shared/contract'
import { useFormat, registerNamespace } from '@awards/shared/i18n'
import styles from './invitation.module.css'

void registerNamespace('invitation', (language) => import(`./locales/${language}.json`))

type ComeInProps = { code: string; email: string }

/** For who is not signed in: both ways in come back to this invitation. */
function ComeIn({ code, email }: ComeInProps) {
  const { t } = useTranslation('invitation')
  const here = paths.juryInvitation(code)
  return (
    <section className={styles.way} aria-labelledby="come-in">
      <h2 id="come-in" className={styles.heading}>
        {t('comeIn')}
      </h2>
      <p>{t('comeInText', { email })}</p>
      <div className={styles.buttons}>
        <LinkButton type="primary" size="large" block to={paths.register(here)}>
          {t('register')}
        </LinkButton>
        <LinkButton size="large" block to={paths.login(here)}>
          {t('signIn')}
        </LinkButton>
      </div>
    </section>
  )
}

type AcceptSeatProps = { code: string; user: CurrentUser }

/** The one click that takes the seat; who is signed in with another address is shown the way out. */
function AcceptSeat({ code, user }: AcceptSeatProps) {
  const { t } = useTranslation('invitation')
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [accept, { isLoading, error }] = useApiMutation(jurySeat.acceptInvitation)
  const isOtherAddress = error !== undefined && errorCode(error) === 422
  const sentence = failureSentence(error)

  const take = async () => {
    const result = await accept({ code })
    if ('error' in result || !result.data) return
    await lookUpUser(dispatch)
    await navigate(result.data.home_route, { replace: true })
  }
  const leave = async () => {
    await signOut()
    await navigate(paths.login(paths.juryInvitation(code)))
  }
  return (
    <section className={styles.way} aria-labelledby="accept">
      <h2 id="accept" className={styles.heading}>
        {t('take')}
      </h2>
      <p>{t('takeText')}</p>
      {sentence && (
        <p className={styles.problem} role="alert">
          {sentence}
        </p>
      )}
      {!isOtherAddress && (
        <Button type="primary" size="large" block loading={isLoading} onClick={() => void take()}>
          {t('accept')}
        </Button>
      )}
      <p className={styles.note}>{t('signedInAs', { email: user.email })}</p>
      <Button type={isOtherAddress ? 'primary' : 'default'} block onClick={() => void leave()}>
        {t('otherAccount')}
      </Button>
    </section>
  )
}

type OfferProps = { code: string; offer: Output<typeof jurySeat.invitation> }

/** The seat that is offered, and the way to take it. */
function Offer({ code, offer }: OfferProps) {
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

const never = () => () => undefined

/** The code in the address; undefined on the server, which renders one page for everybody. */
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
  const query = useApiQuery(jurySeat.invitation, { code: code ?? '' }, { skip: !code })
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
      <QueryState query={query}>
        {(offer) => (status === 'loading' ? <Loader /> : <Offer code={code} offer={offer} />)}
      </QueryState>
    </Page>
  )
}
