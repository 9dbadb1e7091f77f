import { errorCode, failureSentence } from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
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
import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import styles from './invitation-page.module.css'

type Acceptance = {
  send: () => Promise<unknown>
  isLoading: boolean
  error: unknown
  /** Codes of refusals after which another account may accept. */
  otherAccount: readonly number[]
}
/** The page's own words by key; the keys are the same for every kind of invitation. */
type Text = (key: string, values?: Record<string, string>) => string
type Head = Pick<ComponentProps<typeof PageHeader>, 'eyebrow' | 'title' | 'lead'>

type InvitationPageProps<Offer extends { email: string }> = {
  /** What the address proves the invitation with; empty where it does not, undefined on the server. */
  secret: string | undefined
  query: ComponentProps<typeof QueryState<Offer>>['query'] & { error?: unknown }
  text: Text
  /** The address of this page, to which both ways in come back. */
  here: string
  eyebrow?: string
  head: (offer: Offer) => Head
  facts: (offer: Offer) => ComponentProps<typeof DefinitionList>['items']
  acceptance: Acceptance
  /** What to do about an invitation that is not open. */
  refusedAction: ReactNode
}

const never = () => () => undefined

/** A part of the address that the server does not know: it renders one page for everybody. */
export function useSecret(name: string): string | undefined {
  const [search] = useSearchParams()
  return useSyncExternalStore(
    never,
    () => search.get(name) ?? '',
    () => undefined,
  )
}

/** For who is not signed in: both ways in come back to this invitation. */
function ComeIn({ text, here, email }: { text: Text; here: string; email: string }) {
  return (
    <section className={styles.way} aria-labelledby="come-in">
      <h2 id="come-in" className={styles.heading}>
        {text('comeIn')}
      </h2>
      <p>{text('comeInText', { email })}</p>
      <div className={styles.buttons}>
        <LinkButton type="primary" size="large" block to={paths.register(here)}>
          {text('register')}
        </LinkButton>
        <LinkButton size="large" block to={paths.login(here)}>
          {text('signIn')}
        </LinkButton>
      </div>
    </section>
  )
}

type AcceptProps = { text: Text; here: string; user: CurrentUser; acceptance: Acceptance }

/** The one click that accepts; who is signed in with another address is shown the way out. */
function Accept({ text, here, user, acceptance }: AcceptProps) {
  const navigate = useNavigate()
  const { send, isLoading, error, otherAccount } = acceptance
  const isOtherAccount = error !== undefined && otherAccount.includes(errorCode(error) ?? 0)
  const sentence = failureSentence(error)
  const leave = async () => {
    await signOut()
    await navigate(paths.login(here))
  }
  return (
    <section className={styles.way} aria-labelledby="accept">
      <h2 id="accept" className={styles.heading}>
        {text('take')}
      </h2>
      <p>{text('takeText')}</p>
      {sentence && (
        <p className={styles.problem} role="alert">
          {sentence}
        </p>
      )}
      {!isOtherAccount && (
        <Button type="primary" size="large" block loading={isLoading} onClick={() => void send()}>
          {text('accept')}
        </Button>
      )}
      <p className={styles.note}>{text('signedInAs', { email: user.email })}</p>
      <Button type={isOtherAccount ? 'primary' : 'default'} block onClick={() => void leave()}>
        {text('otherAccount')}
      </Button>
    </section>
  )
}

/** What an invitation offers, and the way to accept it. Looking at it changes nothing: mail scanners look too. */
export function InvitationPage<Offer extends { email: string }>({
  secret,
  query,
  text,
  here,
  eyebrow,
  head,
  facts,
  acceptance,
  refusedAction,
}: InvitationPageProps<Offer>) {
  const { status } = useSession()
  const user = useCurrentUser()
  const refused = secret === '' ? 404 : query.error && errorCode(query.error)
  if (refused === 404 || refused === 410) {
    return (
      <Page>
        <PageHeader eyebrow={eyebrow} title={text(`refused.${refused}`)} />
        <EmptyState title={text(`refusedHint.${refused}`)} action={refusedAction}>
          {text('refusedText')}
        </EmptyState>
      </Page>
    )
  }
  if (secret === undefined) {
    return (
      <Page>
        <Loader />
      </Page>
    )
  }
  return (
    <Page>
      <QueryState query={query}>
        {(offer) =>
          status === 'loading' ? (
            <Loader />
          ) : (
            <>
              <PageHeader {...head(offer)} />
              <div className={styles.columns}>
                <DefinitionList items={facts(offer)} />
                {user ? (
                  <Accept {...{ text, here, user, acceptance }} />
                ) : (
                  <ComeIn {...{ text, here }} email={offer.email} />
                )}
              </div>
            </>
          )
        }
      </QueryState>
    </Page>
  )
}
