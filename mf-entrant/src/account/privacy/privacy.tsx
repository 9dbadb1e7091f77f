import { failureOf, openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { QueryState, SectionHeading, TextLink, zodRule } from '@awards/shared/ui'
import { account, type Profile } from '@awards/shared/contract'
import { useFormat, translateMessage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import styles from './privacy.module.css'
import { Button, Switch, Alert, App, Checkbox, Form, Input } from 'antd'
import { useState, useEffect } from 'react'
import { ownFields, showRefusals } from '../profile/use-profile-form.ts'
import { EraseForm as Rules } from '@awards/shared/domain'
import { signOut } from '@awards/shared/session'
import { useNavigate } from 'react-router-dom'

const KILOBYTE = 1_000
const MEGABYTE = 1_000 * KILOBYTE

/** The size of a file as people say it: small ones in kilobytes, the rest in megabytes. */
export function sizeText(
  bytes: number,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const isSmall = bytes < MEGABYTE
  return number(isSmall ? Math.ceil(bytes / KILOBYTE) : bytes / MEGABYTE, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  })
}

const POLL_MS = 2_500

/** A copy of everything about the person: asked for, made in the background, then downloaded. */
function DataCopy() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [isPreparing, setPreparing] = useState(false)
  const query = useApiQuery(
    account.export,
    {},
    {
      pollingInterval: isPreparing ? POLL_MS : 0,
      refetchOnMountOrArgChange: true,
    },
  )
  const [request, { isLoading }] = useApiMutation(account.requestExport)
  const status = query.data?.status
  if (status && (status === 'preparing') !== isPreparing) setPreparing(status === 'preparing')

  // A link is good for minutes: it is asked for at the moment it is used.
  const download = async () => {
    const { data } = await query.refetch()
    openFile(data?.url)
  }
  const ask = (type: 'primary' | 'default', text: string) => (
    <Button type={type} loading={isLoading} onClick={() => void request()}>
      {text}
    </Button>
  )
  return (
    <section>
      <SectionHeading size="small">{t('rights.copy.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.copy.text')}</p>
      <QueryState query={query}>
        {(copy) => (
          <div className={styles.copy} role="status">
            {copy.status === 'none' && ask('primary', t('rights.copy.ask'))}
            {copy.status === 'preparing' && (
              <p className={styles.preparing}>
                <span className={styles.dot} aria-hidden="true" />
                {t('rights.copy.preparing')}
              </p>
            )}
            {copy.status === 'failed' && (
              <Alert
                type="error"
                title={t('rights.copy.failed')}
                action={ask('default', t('rights.copy.again'))}
              />
            )}
            {copy.status === 'ready' && (
              <>
                <Button type="primary" onClick={() => void download()}>
                  {t('rights.copy.download')}
                </Button>
                <span className={styles.facts}>
                  {t('rights.copy.facts', {
                    date: format.date(copy.ready_at ?? '', 'datetime'),
                    size: sizeText(copy.bytes ?? 0, format.number),
                    until: copy.expires_at ? format.date(copy.expires_at) : '',
                  })}
                </span>
                {ask('default', t('rights.copy.renew'))}
              </>
            )}
          </div>
        )}
      </QueryState>
    </section>
  )
}

/** What has been agreed to or declined, when, and which text it was. */
function Consents({ consents }: Pick<Profile, 'consents'>) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (
    <section>
      <SectionHeading size="small">{t('rights.consents.title')}</SectionHeading>
      <ul className={styles.consents} role="list">
        {consents.map(({ kind, given, version, at }) => (
          <li key={kind}>
            <span className={styles.what}>{t(`rights.consents.kind.${kind}`)}</span>
            <span className={styles.facts}>
              {t(given ? 'rights.consents.given' : 'rights.consents.declined', {
                date: format.date(at),
              })}
              {version && ` · ${t('rights.consents.version', { version })}`}
            </span>
          </li>
        ))}
        {consents.length === 0 && <li className={styles.facts}>{t('rights.consents.none')}</li>}
      </ul>
      <TextLink to={paths.privacy}>{t('rights.consents.policy')}</TextLink>
    </section>
  )
}

/** The newsletter, off unless it was asked for. */
function Newsletter({ profile }: { profile: Profile }) {
  const { t } = useTranslation('entrant')
  const [update, { isLoading }] = useApiMutation(account.updateProfile)
  return (
    <section>
      <SectionHeading size="small">{t('rights.newsletter.title')}</SectionHeading>
      <div className={styles.switch}>
        <Switch
          checked={profile.newsletter}
          loading={isLoading}
          aria-labelledby="newsletter-label"
          onChange={(newsletter) => void update({ ...ownFields(profile), newsletter })}
        />
        <div>
          <p id="newsletter-label" className={styles.what}>
            {t('rights.newsletter.label')}
          </p>
          <p className={styles.facts} role="status">
            {t(profile.newsletter ? 'rights.newsletter.on' : 'rights.newsletter.off')}
          </p>
        </div>
      </div>
    </section>
  )
}

const GOES = ['person', 'drafts', 'sessions'] as const
const STAYS = ['invoices', 'results', 'audit'] as const

/** The end of the account: what goes and what stays is said before anything is asked. */
function EraseAccount() {
  const { t } = useTranslation('entrant')
  const [isAsking, setAsking] = useState(false)
  const parts = [
    { name: 'goes', items: GOES },
    { name: 'stays', items: STAYS },
  ] as const
  return (
    <section>
      <SectionHeading size="small">{t('rights.erase.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.erase.text')}</p>
      <div className={styles.fate}>
        {parts.map(({ name, items }) => (
          <div key={name}>
            <h3 className={styles.what}>{t(`rights.erase.${name}`)}</h3>
            <ul className={styles.points}>
              {items.map((item) => (
                <li key={item}>{t(`rights.erase.${name}List.${item}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {isAsking ? (
        <EraseForm onCancel={() => setAsking(false)} />
      ) : (
        <Button danger onClick={() => setAsking(true)}>
          {t('rights.erase.begin')}
        </Button>
      )}
    </section>
  )
}

/** What the entrant has agreed to, the copy of the data, and the end of the account. */
export function Privacy() {
  const query = useApiQuery(account.profile)
  return (
    <div className={styles.privacy}>
      <QueryState query={query}>
        {(profile) => (
          <>
            <Consents consents={profile.consents} />
            <Newsletter profile={profile} />
          </>
        )}
      </QueryState>
      <DataCopy />
      <EraseAccount />
    </div>
  )
}

type Values = { password: string; understood: boolean }

/** The password and a plain yes; afterwards nobody is signed in any more. */
function EraseForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('entrant')
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState<string>()
  const [erase, { isLoading }] = useApiMutation(account.erase)
  useEffect(() => form.focusField('password'), [form])

  const finish = async ({ password }: Values) => {
    setRefusal(undefined)
    try {
      const { kept } = await erase({ password, understood: true }).unwrap()
      // First away from a page that would send a visitor to /login.
      await navigate(paths.home, { flushSync: true })
      await signOut()
      // What was still under way here may have been refused, and have led to /login.
      await navigate(paths.home, { replace: true })
      void modal.success({
        title: t('rights.erase.done'),
        content: kept.map((one) => t(`rights.erase.kept.${one}`)).join(' '),
        centered: true,
      })
    } catch (error) {
      const { msg } = failureOf(error)
      if (typeof msg === 'string') setRefusal(translateMessage(msg))
      else showRefusals(form, error)
    }
  }
  return (
    <Form
      form={form}
      name="erase"
      layout="vertical"
      requiredMark={false}
      className={styles.erase ?? ''}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={finish}
    >
      <Form.Item
        name="password"
        label={t('profile.password')}
        rules={[zodRule(Rules.shape.password)]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="understood"
        valuePropName="checked"
        validateTrigger="onChange"
        rules={[zodRule(Rules.shape.understood)]}
      >
        <Checkbox>{t('rights.erase.understood')}</Checkbox>
      </Form.Item>
      {refusal && (
        <Alert className={styles.refusal ?? ''} type="error" title={refusal} role="alert" />
      )}
      <div className={styles.buttons}>
        <Button danger type="primary" htmlType="submit" loading={isLoading}>
          {t('rights.erase.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('rights.erase.keep')}</Button>
      </div>
    </Form>
  )
}
