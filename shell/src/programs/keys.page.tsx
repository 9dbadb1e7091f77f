import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { Page, PageHeader, Button, QueryState, SectionHeading, Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './programs.module.css'
import { Webhooks } from './webhooks.tsx'
import { holdsFocus } from '@awards/shared/browser/focus'
import { failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { apiKeys, type KeyRow } from '@awards/shared/contract'
import { API_SCOPES, KEY_DAYS, KEY_NAME_LENGTH, type ApiScope } from '@awards/shared/domain'
import { Checkbox } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { notifySuccess } from '../design/load-design.tsx'
import { Adding, Choices } from './parts.tsx'
import rows from '../session/rows.module.css'
import { Problem, Question } from '../session/rows.tsx'

registerNamespace('programs', (language) => import(`./texts/${language}.json`))

/** /keys: what programs read in the name of the account, and what they are told. */
export function Component() {
  const { t } = useTranslation('programs')
  return (
    <Page width="text">
      <PageHeader
        title={t('title')}
        lead={
          <>
            {t('lead')}{' '}
            <a className={styles.link} href="/api/openapi.json">
              {t('description')}
            </a>
          </>
        }
      />
      <div className={styles.parts}>
        <Keys />
        <Webhooks />
      </div>
    </Page>
  )
}

type KeyState = 'live' | 'expired' | 'revoked'

const stateOf = ({ revoked_at, expires_at }: KeyRow): KeyState => {
  if (revoked_at) return 'revoked'
  return new Date(expires_at) <= new Date() ? 'expired' : 'live'
}

function Key({ row }: { row: KeyRow }) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const [revoke, { isLoading, error }] = useApiMutation(apiKeys.revoke)
  const item = useRef<HTMLLIElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { name, prefix, scopes, expires_at, last_used_at } = row
  const state = stateOf(row)
  const press = async () => {
    const result = await revoke({ key_id: row.key_id })
    if (result.error) return
    // To the row: its action goes with the key.
    if (holdsFocus(item.current)) item.current?.focus()
    setAsked(false)
    notifySuccess(t('key.revoked', { name }))
  }
  const close = () => {
    setAsked(false)
    // Once the action is on screen again.
    setTimeout(() => opener.current?.focus())
  }
  return (
    <li ref={item} tabIndex={-1} className={rows.row}>
      <div className={rows.line}>
        <div>
          <p className={rows.name}>
            {name} <code>{prefix}…</code>{' '}
            {state !== 'live' && <Tag tone="neutral">{t(`key.state.${state}`)}</Tag>}
          </p>
          <p className={rows.facts}>
            {scopes.map((scope) => t(`scope.${scope.replace(':', '_')}`)).join(' · ')}
          </p>
          <p className={rows.facts}>
            {t('key.until', { date: format.date(expires_at) })} ·{' '}
            {last_used_at
              ? t('key.used', { date: format.date(last_used_at, 'datetime') })
              : t('key.unused')}
          </p>
        </div>
        {state === 'live' && !isAsked && (
          <Button
            ref={opener}
            onClick={() => setAsked(true)}
            aria-label={t('key.revokeOf', { name })}
          >
            {t('key.revoke')}
          </Button>
        )}
      </div>
      {isAsked && (
        <Question
          text={t('key.revokeText', { name })}
          yes={t('key.revokeYes')}
          no={t('leave')}
          isBusy={isLoading}
          problem={failureSentence(error)}
          onYes={() => void press()}
          onNo={close}
        />
      )}
    </li>
  )
}

type MakeFormProps = { scopes: readonly ApiScope[]; onMade: (key: string) => void }

function MakeForm({ scopes, onMade }: MakeFormProps) {
  const { t } = useTranslation('programs')
  const [make, { isLoading, error }] = useApiMutation(apiKeys.make)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const chosen = new Set(values.getAll('scope').map(String))
    const days = KEY_DAYS.find((one) => String(one) === values.get('days')) ?? KEY_DAYS[0]
    const result = await make({
      name: String(values.get('name') ?? ''),
      scopes: API_SCOPES.filter((scope) => chosen.has(scope)),
      days,
    })
    if (!result.data) return
    form.reset()
    onMade(result.data.key)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        name="name"
        label={t('key.name')}
        hint={t('key.nameHint')}
        maxLength={KEY_NAME_LENGTH}
        autoComplete="off"
      />
      <Choices label={t('key.scopes')}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scope"
            value={scope}
            label={t(`scope.${scope.replace(':', '_')}`)}
            hint={<code>{scope}</code>}
          />
        ))}
      </Choices>
      <SelectField
        name="days"
        label={t('key.days')}
        defaultValue="90"
        options={KEY_DAYS.map((days) => ({
          value: String(days),
          label: t('key.daysOf', { count: days }),
        }))}
      />
      <Problem text={failureSentence(error)} />
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('key.make')}
      </Button>
    </form>
  )
}

/** Keys with which programs read in the name of the account. */
function Keys() {
  const { t } = useTranslation('programs')
  const query = useApiQuery(apiKeys.list)
  const [made, setMade] = useState<string>()
  return (
    <section className={styles.part} aria-labelledby="keys">
      <SectionHeading id="keys">{t('key.title')}</SectionHeading>
      <p>{t('key.text')}</p>
      <QueryState query={query}>
        {({ keys, scopes }) => (
          <>
            {keys.length > 0 && (
              <ul role="list" className={rows.list} aria-label={t('key.title')}>
                {keys.map((row) => (
                  <Key key={row.key_id} row={row} />
                ))}
              </ul>
            )}
            <Adding
              label={t('key.new')}
              title={t('key.made')}
              text={t('key.once')}
              secret={made}
              onClose={() => setMade(undefined)}
            >
              <MakeForm scopes={scopes} onMade={setMade} />
            </Adding>
          </>
        )}
      </QueryState>
    </section>
  )
}
