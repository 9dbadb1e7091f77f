import { storeToken, useApiMutation, useApiQuery } from '@awards/shared/client'
import { account, type DeviceRow, oidc, session } from '@awards/shared/contract'
import { ChangePasswordForm, needsStepUp } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { paths } from '@awards/shared/paths'
import { Button, QueryState, TextLink } from '@awards/shared/ui'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { focusHeading } from '../app/root.tsx'
import { notifySuccess } from '../design/load-design.tsx'
import { NativeForm, useNativeForm } from './native-form.tsx'
import { NewPasswordField, PasswordField, withoutOwnWords } from './password-fields.tsx'
import { SplitScreen } from './split-screen.tsx'
import { deviceOf } from '@awards/shared/browser/device'
import styles from './change-password.page.module.css'

const Passkeys = lazy(async () => {
  const { Passkeys: list } = await import('./passkeys/passkeys.tsx')
  return { default: list }
})
const Organisations = lazy(async () => {
  const { Organisations: list } = await import('./organisations/organisations.tsx')
  return { default: list }
})

/** Where a juror signs in without a code, and how to end that. */
function TrustedDevices() {
  const { t } = useTranslation('shell')
  const query = useApiQuery(account.devices)
  const heading = useRef<HTMLHeadingElement>(null)
  if (query.isLoading || query.data?.length === 0) return null
  // The last one takes the section with it.
  const focusOn = () => void (query.data?.length === 1 ? focusHeading() : heading.current?.focus())
  return (
    <section className={styles.devices}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {t('session.devicesTitle')}
      </h2>
      <p>{t('session.devicesText')}</p>
      <QueryState query={query}>
        {(devices) => (
          <ul className={styles.list}>
            {devices.map((device) => (
              <Device key={device.id} device={device} onGone={focusOn} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

type DeviceProps = {
  device: DeviceRow
  /** The row goes, with the button that had the focus. */
  onGone: () => void
}

function Device({ device, onGone }: DeviceProps) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const [forget, { isLoading }] = useApiMutation(account.forgetDevices)
  const { browser, system } = deviceOf(device.user_agent)
  const name = [browser, system].filter(Boolean).join(' · ') || t('session.unknownDevice')
  const used = t('session.deviceUsed', {
    used: format.date(device.last_used_at),
    until: format.date(device.expires_at),
  })
  const end = async () => {
    const result = await forget({ device_id: device.id })
    if (result.error) return
    onGone()
    notifySuccess(t('session.deviceForgotten', { name }))
  }
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>
          {device.is_current ? t('session.thisDevice', { name }) : name}
        </p>
        <p className={styles.facts}>{used}</p>
      </div>
      <Button
        loading={isLoading}
        onClick={() => void end()}
        aria-label={t('session.forgetDeviceOf', { name })}
      >
        {t('session.forgetDevice')}
      </Button>
    </li>
  )
}

/** /changepassword, with the passkeys and the organisations of the account. After a change of password the session here goes on with a new token, all others end. */
export function Component() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const user = useCurrentUser()
  const own = user ? [user.email, user.first_name, user.last_name] : []
  const [change] = useApiMutation(session.changePassword)
  const { data: organisations } = useApiQuery(oidc.list)
  const form = useNativeForm({
    name: 'change',
    schema: withoutOwnWords(ChangePasswordForm, own),
    input: ({ old_password, password }) => ({
      old_password,
      password,
      password_confirmation: password,
    }),
    async send(input) {
      const { token } = await change(input).unwrap()
      storeToken(token)
      notifySuccess(t('session.changeDone'))
      if (user) await navigate(user.home_route)
    },
  })
  return (
    <SplitScreen title={t('session.changeTitle')} lead={t('session.changeLead')}>
      {organisations?.is_only_way ? (
        <p>
          {t('session.organisation.onlyWay')}{' '}
          <TextLink to={paths.forget}>{t('session.organisation.choosePassword')}</TextLink>
        </p>
      ) : (
        <NativeForm {...form.props}>
          {/* Lets a password manager know whose password this is. */}
          <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField
            name="old_password"
            label={t('session.oldPassword')}
            error={form.errors['old_password']}
            autoComplete="current-password"
          />
          <NewPasswordField
            label={t('session.newPassword')}
            error={form.errors['password']}
            own={own}
          />
          <Button type="primary" htmlType="submit" size="large" block loading={form.isSending}>
            {t('session.submitChange')}
          </Button>
        </NativeForm>
      )}
      <Suspense fallback={null}>
        <Passkeys />
        <Organisations />
      </Suspense>
      {user && needsStepUp(user.identity, user.rights) ? <TrustedDevices /> : null}
    </SplitScreen>
  )
}
