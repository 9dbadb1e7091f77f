import { deviceOf } from '@awards/shared/browser/device'
import { failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { passkeys, type PasskeyRow } from '@awards/shared/contract'
import { needsStepUp, PASSKEY_LIMIT, PASSKEY_NAME_LENGTH } from '@awards/shared/domain'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Button, QueryState, TextLink } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../../design/load-design.tsx'
import styles from './passkeys.module.css'
import { supportsPasskeys, usePasskeyStep } from './passkey-sign-in.tsx'
import rows from '../rows.module.css'
import { Problem, Question } from '../rows.tsx'

void registerNamespace('passkeys', (language) => import(`./texts/${language}.json`))

const nameIn = (form: HTMLFormElement) => String(new FormData(form).get('name') ?? '').trim()

type AskProps = { passkey: PasskeyRow; onClose: () => void }

/** In place of the actions of a passkey: its new name. */
function RenameForm({ passkey, onClose }: AskProps) {
  const { t } = useTranslation('passkeys')
  const [rename, { isLoading, error }] = useApiMutation(passkeys.rename)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = nameIn(event.currentTarget)
    const result = await rename({ passkey_id: passkey.passkey_id, name })
    if (!result.error) onClose()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        name="name"
        label={t('nameOf', { name: passkey.name })}
        error={failureSentence(error)}
        defaultValue={passkey.name}
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
      />
      <div className={rows.actions}>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          {t('saveName')}
        </Button>
        <Button onClick={onClose}>{t('keep')}</Button>
      </div>
    </form>
  )
}

type RowProps = {
  passkey: PasskeyRow
  /** The row goes, with the button that had the focus. */
  onGone: () => void
}

function RemoveQuestion({ passkey, onClose, onGone }: AskProps & RowProps) {
  const { t } = useTranslation('passkeys')
  const [remove, { isLoading, error }] = useApiMutation(passkeys.remove)
  const { name, passkey_id } = passkey
  const press = async () => {
    const result = await remove({ passkey_id })
    if (result.error) return
    onGone()
    notifySuccess(t('removed', { name }))
  }
  return (
    <Question
      text={t('removeText', { name })}
      yes={t('removeYes')}
      no={t('keep')}
      isBusy={isLoading}
      problem={failureSentence(error)}
      onYes={() => void press()}
      onNo={onClose}
    />
  )
}

function Passkey({ passkey, onGone }: RowProps) {
  const { t } = useTranslation('passkeys')
  const format = useFormat()
  const [asked, setAsked] = useState<'rename' | 'remove'>()
  const renamer = useRef<HTMLButtonElement>(null)
  const remover = useRef<HTMLButtonElement>(null)
  const { name, created_at, last_used_at } = passkey
  const close = () => {
    const opener = asked === 'remove' ? remover : renamer
    setAsked(undefined)
    // Once the actions are on screen again.
    setTimeout(() => opener.current?.focus())
  }
  const used = last_used_at ? t('used', { date: format.date(last_used_at) }) : t('neverUsed')
  return (
    <li className={rows.row}>
      <div className={rows.line}>
        <div>
          <p className={rows.name}>{name}</p>
          <p className={rows.facts}>
            {t('added', { date: format.date(created_at) })} · {used}
            {passkey.is_backed_up ? ` · ${t('backedUp')}` : null}
          </p>
          {passkey.is_stopped ? <p className={styles.stopped}>{t('stopped')}</p> : null}
        </div>
        {asked ? null : (
          <div className={rows.actions}>
            <Button
              ref={renamer}
              onClick={() => setAsked('rename')}
              aria-label={t('renameOf', { name })}
            >
              {t('rename')}
            </Button>
            <Button
              ref={remover}
              onClick={() => setAsked('remove')}
              aria-label={t('removeOf', { name })}
            >
              {t('remove')}
            </Button>
          </div>
        )}
      </div>
      {asked === 'rename' && <RenameForm passkey={passkey} onClose={close} />}
      {asked === 'remove' && <RemoveQuestion passkey={passkey} onClose={close} onGone={onGone} />}
    </li>
  )
}

/** A name, and the press that has the device make a passkey. */
function AddForm() {
  const { t } = useTranslation('passkeys')
  const [register] = useApiMutation(passkeys.register)
  const { run, isBusy, problem } = usePasskeyStep()
  const [error, setError] = useState<string>()
  const { browser, system } = deviceOf(navigator.userAgent)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = nameIn(event.currentTarget)
    setError(name ? undefined : t('nameMissing'))
    if (!name || isBusy) return
    void run(async ({ createPasskey }) => {
      await register({ name, credential: await createPasskey() }).unwrap()
      notifySuccess(t('done', { name }))
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        error={error}
        defaultValue={[browser?.replace(/ \d+$/, ''), system].filter(Boolean).join(', ')}
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
      />
      <Problem text={problem} />
      <Button htmlType="submit" loading={isBusy}>
        {t('add')}
      </Button>
    </form>
  )
}

type PasskeyListProps = { owned: readonly PasskeyRow[] } & Pick<RowProps, 'onGone'>

/** The account's passkeys, and a form for one more while there is room. */
function PasskeyList({ owned, onGone }: PasskeyListProps) {
  const { t } = useTranslation('passkeys')
  const isFull = owned.length >= PASSKEY_LIMIT
  return (
    <>
      {owned.length > 0 ? (
        <ul className={rows.list}>
          {owned.map((passkey) => (
            <Passkey key={passkey.passkey_id} passkey={passkey} onGone={onGone} />
          ))}
        </ul>
      ) : null}
      {!supportsPasskeys() && <p className={rows.facts}>{t('unsupported')}</p>}
      {supportsPasskeys() && isFull && (
        <p className={rows.facts}>{t('full', { count: PASSKEY_LIMIT })}</p>
      )}
      {supportsPasskeys() && !isFull && <AddForm />}
    </>
  )
}

/** The passkeys of the account: how they are named, used and lost. */
export function Passkeys() {
  const { t } = useTranslation('passkeys')
  const user = useCurrentUser()
  const query = useApiQuery(passkeys.list)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!user || query.isLoading) return null
  return (
    <section className={styles.passkeys} aria-labelledby="passkeys">
      <h2 ref={heading} id="passkeys" className={styles.title} tabIndex={-1}>
        {t('title')}
      </h2>
      <p>
        {t('text')} {needsStepUp(user.identity, user.rights) ? t('factor') : null}
      </p>
      <QueryState query={query}>
        {(owned) => <PasskeyList owned={owned} onGone={() => heading.current?.focus()} />}
      </QueryState>
      <details className={styles.lost}>
        <summary>{t('lost.title')}</summary>
        <ol>
          <li>
            {t('lost.signIn')} <TextLink to={paths.forget}>{t('lost.forgot')}</TextLink>
          </li>
          <li>{t('lost.exchange')}</li>
          <li>{t('lost.sessions')}</li>
        </ol>
      </details>
    </section>
  )
}
