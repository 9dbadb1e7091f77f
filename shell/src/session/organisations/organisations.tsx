import { failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { oidc, type IdentityRow } from '@awards/shared/contract'
import { inLanguage } from '@awards/shared/domain'
import { registerNamespace, useFormat, useLanguage } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { Button } from '@awards/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { focusHeading } from '../../app/root.tsx'
import { notifySuccess } from '../../design/load-design.tsx'
import styles from '../passkeys/passkeys.module.css'
import { beginLink, link } from './organisation-client.ts'
import rows from '../rows.module.css'
import { Problem, Question } from '../rows.tsx'

// Passkeys share the texts, in a chunk that may come later.
void registerNamespace('passkeys', (language) => import(`../passkeys/texts/${language}.json`))

type IdentityProps = {
  identity: IdentityRow
  /** The row goes, with the button that had the focus. */
  onGone: () => void
}

/** An organisation of the account, and the question before it is unlinked. */
function Identity({ identity, onGone }: IdentityProps) {
  const { t } = useTranslation('passkeys')
  const language = useLanguage()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const [unlink, { isLoading, error }] = useApiMutation(oidc.unlink)
  const opener = useRef<HTMLButtonElement>(null)
  const { identity_id, email, linked_at, last_used_at } = identity
  const name = inLanguage(identity.label, language)
  const press = async () => {
    const result = await unlink({ identity_id })
    if (result.error) return
    onGone()
    notifySuccess(t('organisations.unlinked', { name }))
  }
  const close = () => {
    setAsked(false)
    // Once the action is on screen again.
    setTimeout(() => opener.current?.focus())
  }
  const used = last_used_at ? t('used', { date: format.date(last_used_at) }) : t('neverUsed')
  return (
    <li className={rows.row}>
      <div className={rows.line}>
        <div>
          <p className={rows.name}>{name}</p>
          <p className={rows.facts}>
            {email ? `${email} · ` : null}
            {t('organisations.linkedOn', { date: format.date(linked_at) })} · {used}
          </p>
        </div>
        {isAsked ? null : (
          <Button
            ref={opener}
            onClick={() => setAsked(true)}
            aria-label={t('organisations.unlinkOf', { name })}
          >
            {t('organisations.unlink')}
          </Button>
        )}
      </div>
      {isAsked ? (
        <Question
          text={t('organisations.unlinkText', { name })}
          yes={t('organisations.unlinkYes')}
          no={t('keep')}
          isBusy={isLoading}
          problem={failureSentence(error)}
          onYes={() => void press()}
          onNo={close}
        />
      ) : null}
    </li>
  )
}

/** Links what has come back from an organisation, once, and takes the mark of it out of the address. */
function useReturn() {
  const [search, setSearch] = useSearchParams()
  const isBack = search.has('with')
  const isSignedIn = useCurrentUser() !== undefined
  const [linkIt] = useApiMutation(oidc.link)
  useEffect(() => {
    if (!isBack || !isSignedIn) return
    setSearch({}, { replace: true })
    void link({}, (input) => linkIt(input).unwrap())
  }, [isBack, isSignedIn, setSearch, linkIt])
}

/** The organisations by way of which the account is signed in to. */
export function Organisations() {
  const { t } = useTranslation('passkeys')
  const language = useLanguage()
  const { data } = useApiQuery(oidc.list)
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useReturn()
  if (!data || (data.providers.length === 0 && data.identities.length === 0)) return null
  // The last one takes the section with it where the site offers no organisation.
  const isWholeSection = data.providers.length === 0 && data.identities.length === 1
  const focusOn = () => void (isWholeSection ? focusHeading() : heading.current?.focus())
  const leave = async (provider: string) => {
    setLeaving(provider)
    setProblem(undefined)
    try {
      await beginLink(provider)
    } catch (error) {
      setProblem(error)
      setLeaving(undefined)
    }
  }
  return (
    <section className={styles.passkeys} aria-labelledby="organisations">
      <h2 ref={heading} id="organisations" className={styles.title} tabIndex={-1}>
        {t('organisations.title')}
      </h2>
      <p>{t('organisations.text')}</p>
      {data.identities.length > 0 ? (
        <ul className={rows.list}>
          {data.identities.map((identity) => (
            <Identity key={identity.identity_id} identity={identity} onGone={focusOn} />
          ))}
        </ul>
      ) : null}
      <Problem text={failureSentence(problem)} />
      <div className={rows.actions}>
        {data.providers.map(({ id, label }) => (
          <Button key={id} loading={leaving === id} onClick={() => void leave(id)}>
            {t('organisations.link', { name: inLanguage(label, language) })}
          </Button>
        ))}
      </div>
    </section>
  )
}
