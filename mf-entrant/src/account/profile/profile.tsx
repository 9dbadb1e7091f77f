import { holdsFocus } from '@awards/shared/browser/focus'
import { useApiQuery, fieldErrors, useApiMutation } from '@awards/shared/client'
import { account, type Profile as ProfileData, session } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, QueryState, SectionHeading, zodRule, useSecondsLeft } from '@awards/shared/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BillingForm } from './billing-form.tsx'
import { LANGUAGE_NAMES, useFormat } from '@awards/shared/i18n'
import type { TFunction } from 'i18next'
import { EditableSection, type Edit, FormButtons } from './editable-section.tsx'
import { PersonForm } from './person-form.tsx'
import styles from './profile.module.css'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Button, Space } from 'antd'
import { useBlocker } from 'react-router-dom'
import { ChangeEmailForm, Code } from '@awards/shared/domain'
import { showRefusals, useRefreshUser } from './use-profile-form.ts'

/** Asks before a page with unsaved fields is left, by a link or by closing the tab. */
function useLeaveGuard(isDirty: boolean) {
  const { t } = useTranslation('entrant')
  const { modal } = App.useApp()
  useUnsavedWork(isDirty)
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isDirty && (here.pathname !== there.pathname || here.search !== there.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = modal.confirm({
      title: t('profile.leave.title'),
      content: t('profile.leave.text'),
      okText: t('profile.leave.go'),
      cancelText: t('profile.leave.stay'),
      icon: null,
      centered: true,
      autoFocusButton: 'cancel',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => dialog.destroy()
  }, [blocker, modal, t])
}

type CountryName = ReturnType<typeof useFormat>['countryName']
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** What is known of the person, as it is read. */
const personFacts = (profile: ProfileData, t: TFunction<'entrant'>, country: CountryName) => [
  { term: t('profile.name'), detail: joined(profile.first_name, profile.last_name) },
  { term: t('profile.type'), detail: t(`profile.types.${profile.account_type}`) },
  { term: t('profile.company'), detail: profile.company },
  { term: t('profile.school'), detail: profile.school },
  { term: t('profile.job_title'), detail: profile.job_title },
  { term: t('profile.country'), detail: profile.country && country(profile.country) },
  { term: t('profile.phone'), detail: profile.phone && joined(profile.area_code, profile.phone) },
  { term: t('profile.language'), detail: LANGUAGE_NAMES[profile.language] },
]

/** The address for invoices, as it is read; nothing where none is kept. */
function billingFacts({ billing }: ProfileData, t: TFunction<'entrant'>, country: CountryName) {
  if (!billing) return []
  return [
    { term: t('profile.kind'), detail: billing.kind && t(`profile.kinds.${billing.kind}`) },
    { term: t('profile.billingName'), detail: billing.name },
    { term: t('profile.address'), detail: billing.address },
    { term: t('profile.city'), detail: joined(billing.postal_code, billing.city) },
    { term: t('profile.country'), detail: billing.country && country(billing.country) },
    { term: t('profile.billingEmail'), detail: billing.email },
    { term: t('profile.siren'), detail: billing.siren },
    { term: t('profile.vat_no'), detail: billing.vat_no },
    { term: t('profile.tax_id'), detail: billing.tax_id },
  ]
}

/** Who the entrant is to the programme, and where invoices go. */
export function Profile() {
  const query = useApiQuery(account.profile)
  return <QueryState query={query}>{(profile) => <Sections profile={profile} />}</QueryState>
}

function Sections({ profile }: { profile: ProfileData }) {
  const { t } = useTranslation('entrant')
  const { countryName } = useFormat()
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  useLeaveGuard(dirty.size > 0)
  const mark = (name: string) => (isDirty: boolean) =>
    setDirty((before) => {
      const next = new Set(before)
      if (isDirty) next.add(name)
      else next.delete(name)
      return next
    })
  const section = (name: string) => ({
    title: t(`profile.${name}`),
    editLabel: t(`profile.edit.${name}`),
    onDirty: mark(name),
  })
  return (
    <div className={styles.profile}>
      <EditableSection {...section('person')} items={personFacts(profile, t, countryName)}>
        {(edit) => <PersonForm profile={profile} {...edit} />}
      </EditableSection>
      <EditableSection
        {...section('billing')}
        items={billingFacts(profile, t, countryName)}
        empty={t('profile.noBilling')}
      >
        {(edit) => <BillingForm profile={profile} {...edit} />}
      </EditableSection>
      <EditableSection
        {...section('email')}
        items={[{ term: t('profile.emailNow'), detail: profile.email }]}
      >
        {(edit) => <EmailForm {...edit} />}
      </EditableSection>
      <section>
        <SectionHeading size="small">{t('profile.security')}</SectionHeading>
        <p className={styles.text}>{t('profile.securityText')}</p>
        <LinkButton to={paths.changePassword}>{t('profile.changePassword')}</LinkButton>
      </section>
    </div>
  )
}

const ID = 'change_email_code'

/** The code from the mail, with the button that sends it to the new address. */
function EmailCodeField() {
  const { t } = useTranslation('entrant')
  const form = Form.useFormInstance()
  const { message } = App.useApp()
  const [send, { isLoading }] = useApiMutation(session.verifyCode)
  const [secondsLeft, wait] = useSecondsLeft()
  const sendCode = async () => {
    const pressed = document.activeElement
    try {
      const { email } = await form.validateFields(['email'])
      const { resend_after } = await send({ email, scene: 'change_email' }).unwrap()
      wait(resend_after)
      void message.success(t('profile.codeSent'))
      if (holdsFocus(pressed)) form.getFieldInstance('code')?.focus()
    } catch (error) {
      form.setFields(fieldErrors(error))
    }
  }
  return (
    <Form.Item label={t('profile.code')} htmlFor={ID} extra={t('profile.codeHint')}>
      <Space.Compact block>
        <Form.Item name="code" noStyle rules={[zodRule(Code)]}>
          <Input id={ID} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button onClick={sendCode} loading={isLoading} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? t('profile.resendIn', { count: secondsLeft }) : t('profile.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}

const { shape } = ChangeEmailForm
type Values = { email: string; code: string; password: string }

/** A new address for signing in: proven by a code, the person by the password. */
function EmailForm({ close, onDirty }: Edit) {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [change, { isLoading }] = useApiMutation(account.changeEmail)
  const refreshUser = useRefreshUser()
  const finish = async (values: Values) => {
    try {
      const { email } = await change(values).unwrap()
      void message.success(t('profile.emailChanged', { email }))
    } catch (error) {
      showRefusals(form, error)
      return
    }
    close()
    await refreshUser()
  }
  return (
    <Form
      form={form}
      name="change_email"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={() => onDirty(true)}
      onFinish={finish}
    >
      <p className={styles.text}>{t('profile.emailText')}</p>
      <Form.Item name="email" label={t('profile.emailNew')} rules={[zodRule(shape.email)]}>
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <EmailCodeField />
      <Form.Item name="password" label={t('profile.password')} rules={[zodRule(shape.password)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <FormButtons label={t('profile.emailSave')} isBusy={isLoading} onCancel={close} />
    </Form>
  )
}
