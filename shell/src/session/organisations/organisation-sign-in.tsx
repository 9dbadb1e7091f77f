import {
  clientHost,
  organisationStep,
  siteConfiguration,
  submittedForm,
} from '@awards/shared/client'
import type { OidcStep } from '@awards/shared/contract'
import {
  codeInput,
  inLanguage,
  OrganisationCodeForm,
  OrganisationForm,
  organisationInput,
} from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton, TextLink, useSecondsLeft } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { SignInCode } from '../code-field.tsx'
import styles from '../login.page.module.css'
import { NativeForm, useNativeForm } from '../native-form.tsx'
import { useFinishSignIn } from '../redirect.ts'
import { RegisterDetails, RegisterSubmit } from '../register-fields.tsx'
import { SplitScreen } from '../split-screen.tsx'

type Step<Name extends OidcStep['step']> = Extract<OidcStep, { step: Name }>

const load = () => import('./organisation-client.ts')

/** Why the organisation has signed nobody in: what the document answers. */
function Refusal() {
  const { refusal } = submittedForm('organisation') ?? {}
  if (!refusal || typeof refusal.msg !== 'string') return null
  return (
    <p role="alert" className={styles.refusal}>
      {clientHost().translate(refusal.msg)}
    </p>
  )
}

/** The ways in by way of an organisation. Links, which work without the application: the server leads there. */
export function OrganisationSignIn() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [search] = useSearchParams()
  const organisations = siteConfiguration().sign_in_with
  if (organisations.length === 0) return null
  return (
    <div className={styles.organisations}>
      {organisations.map(({ id, label }) => (
        <LinkButton
          key={id}
          to={paths.signInWith(id, search.get('redirect') ?? undefined)}
          reloadDocument
          size="large"
          block
        >
          {t('session.organisation.signIn', { name: inLanguage(label, language) })}
        </LinkButton>
      ))}
    </div>
  )
}

/** The address of the account that a sign-in links, if the document has said so. */
export function addressToLink(): string | undefined {
  const step = organisationStep()
  return step?.step === 'link' ? step.email : undefined
}

/** Says which sign-in the page is about: another tab may have begun another one. */
const AttemptField = ({ attempt }: { attempt: string }) => (
  <input type="hidden" name="attempt" value={attempt} />
)

/** Says that signing in links the organisation of which the page has told. */
export function LinkFields() {
  const step = organisationStep()
  if (step?.step !== 'link') return null
  return (
    <>
      <input type="hidden" name="link" value="1" />
      <AttemptField attempt={step.attempt} />
    </>
  )
}

/** Above the fields of the sign-in: what has gone wrong, or what signing in links. */
export function LinkNotice() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const step = organisationStep()
  if (step?.step !== 'link') return <Refusal />
  const { provider, email } = step
  return (
    <>
      <LinkFields />
      <p role="status" className={styles.why}>
        {t('session.organisation.link', { name: inLanguage(provider.label, language), email })}
      </p>
    </>
  )
}

/** Back to the other ways in; what has come back is forgotten. */
function OtherWay() {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  return (
    <p className={styles.otherWay}>
      <TextLink to={paths.login(search.get('redirect') ?? undefined)} isDocument>
        {t('session.organisation.otherWay')}
      </TextLink>
    </p>
  )
}

/** A juror's second step after the organisation, which does not stand for it. */
export function OrganisationCode({ attempt, provider, email, resend_after }: Step<'code'>) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [secondsLeft, wait] = useSecondsLeft()
  const [isSentAgain, setSentAgain] = useState(false)
  const finish = useFinishSignIn()
  const { props, errors, isSending } = useNativeForm({
    name: 'organisation-code',
    schema: OrganisationCodeForm,
    input: (fields) => codeInput({ code: '', ...fields }),
    send: async (values) => finish(await (await load()).confirm(values)),
  })
  useEffect(() => wait(resend_after), [resend_after, wait])
  const sendAgain = async () => {
    const next = await load()
      .then((client) => client.resume({ attempt }))
      // The client has told the refusal.
      .catch(() => undefined)
    // The device was trusted meanwhile, in another tab.
    if (next?.step === 'signed_in') return finish(next)
    if (next?.step !== 'code') return
    wait(next.resend_after)
    setSentAgain(true)
  }
  return (
    <SplitScreen
      title={t('session.signInTitle')}
      lead={t('session.organisation.code', { name: inLanguage(provider.label, language), email })}
    >
      <NativeForm {...props}>
        <AttemptField attempt={attempt} />
        <SignInCode
          error={errors['code']}
          secondsLeft={secondsLeft}
          isSentAgain={isSentAgain}
          isSending={isSending}
          onSendAgain={sendAgain}
          isSentAtOnce
        >
          <OtherWay />
        </SignInCode>
      </NativeForm>
    </SplitScreen>
  )
}

/** A new account for somebody whom the organisation knows: no password, and a code unless it vouches for the address. */
export function OrganisationRegister({ attempt, provider, email, ...step }: Step<'register'>) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const finish = useFinishSignIn()
  const isTrusted = step.is_email_trusted
  const form = useNativeForm({
    name: 'organisation-register',
    schema: OrganisationForm,
    input: organisationInput,
    knownEmail: email ?? '',
    ...(!isTrusted && { codeScene: 'register' as const }),
    send: async (values) => finish(await (await load()).register(values)),
  })
  const { props, errors, before, code } = form
  const isOpen = isTrusted || code.sentTo !== undefined
  const names = { first_name: step.first_name ?? '', last_name: step.last_name ?? '' }
  const name = inLanguage(provider.label, language)
  return (
    <SplitScreen
      title={t('session.organisation.registerTitle')}
      lead={t('session.organisation.register', { name })}
    >
      {/* Tells the server that no code is asked for. */}
      <NativeForm {...props} {...(isTrusted && { sentTo: email ?? '' })} hasOtherSubmit={isOpen}>
        <AttemptField attempt={attempt} />
        {isTrusted ? (
          <p>{t('session.organisation.address', { email })}</p>
        ) : (
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            label={t('session.email')}
            error={errors['email']}
            defaultValue={before.values['email'] ?? email ?? ''}
          />
        )}
        {isOpen ? (
          <RegisterDetails
            form={form}
            values={{ ...names, ...before.values }}
            hasPassword={false}
            hasCode={!isTrusted}
          />
        ) : null}
        <RegisterSubmit form={form} isOpen={isOpen} />
        <OtherWay />
      </NativeForm>
    </SplitScreen>
  )
}
