import { holdsOwnWords, isStrongPassword, NewPassword } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Input, type InputProps, Form } from 'antd'
import { useState, type KeyboardEvent, useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './password-fields.module.css'

type Person = { email?: string; first_name?: string; last_name?: string }

/** What a form says of a person, and a password therefore must not be made of. */
const ownWordsOf = ({ email, first_name, last_name }: Person): string[] =>
  [email, first_name, last_name].filter((word) => word !== undefined)

/** A password that can be looked at, with a word when the caps lock is on. */
export function PasswordInput(props: InputProps) {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const toggle = (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isShown}
      aria-label={t('session.showPassword')}
      onClick={() => setShown(!isShown)}
    >
      {t(isShown ? 'session.hide' : 'session.show')}
    </button>
  )
  return (
    <>
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        suffix={toggle}
        onKeyDown={watch}
        onKeyUp={watch}
      />
      <span role="status" className={styles.caps}>
        {hasCaps ? t('session.capsLock') : null}
      </span>
    </>
  )
}

// As far as the server looks, too.
const LOOKED_AT = 64

let estimator: ReturnType<typeof load> | undefined

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}

/**
 * How many guesses a password withstands, as a power of ten. The list of known passwords is large, so
 * that it is fetched when somebody begins to write one, and not with the page.
 */
async function estimatePassword(password: string, own: readonly string[]): Promise<number> {
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined
    throw error
  })
  return (await estimator).check(password.slice(0, LOOKED_AT), [...own]).guessesLog10
}

const STEPS = [1, 2, 3, 4] as const
// The server refuses below ten thousand million guesses.
const GUESSED = 10
const EXCELLENT = 14

type Verdict = { level: 0 | 1 | 2 | 3 | 4; text: string }

/** Says while one types how good a password is; it advises, and refuses nothing by itself. */
function PasswordMeter({ own }: { own: readonly string[] }) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const password = useDeferredValue(String(Form.useWatch('password', form) ?? ''))
  const words = [...own, ...ownWordsOf(form.getFieldsValue())]
  const guesses = useGuesses(password, words)
  const { level, text } = verdictOn(password, words, guesses)
  return (
    <>
      <span className={styles.meter} data-level={level} aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} className={step <= level ? styles.meterFull : styles.meterStep} />
        ))}
      </span>
      <span className={styles.meterText} role="status">
        {t(text)}
      </span>
    </>
  )
}

function useGuesses(password: string, words: readonly string[]): number | undefined {
  const known = words.join('\n')
  const [guesses, setGuesses] = useState<number>()
  useEffect(() => {
    if (!isStrongPassword(password)) return
    let isLatest = true
    // Without the list the rule of lengths still stands, and the server looks in any case.
    void estimatePassword(password, known.split('\n')).then(
      (power) => isLatest && setGuesses(power),
      () => isLatest && setGuesses(undefined),
    )
    return () => {
      isLatest = false
    }
  }, [password, known])
  return guesses
}

function verdictOn(password: string, words: readonly string[], guesses?: number): Verdict {
  if (password === '') return { level: 0, text: 'session.passwordHint' }
  if (holdsOwnWords(password, words)) return { level: 1, text: 'session.strength.own' }
  if (!isStrongPassword(password)) return { level: 1, text: 'session.passwordHint' }
  if (guesses !== undefined && guesses < GUESSED) {
    return { level: 2, text: 'session.strength.guessed' }
  }
  return guesses !== undefined && guesses >= EXCELLENT
    ? { level: 4, text: 'session.strength.excellent' }
    : { level: 3, text: 'session.strength.good' }
}

type NewPasswordFieldProps = {
  label: string
  /** What everybody knows of the person, where the form itself does not ask for it. */
  own?: readonly string[]
}

/** A new password, asked for once: it can be shown instead of repeated. */
export function NewPasswordField({ label, own = [] }: NewPasswordFieldProps) {
  return (
    <Form.Item
      name="password"
      label={label}
      rules={[
        zodRule(NewPassword),
        ({ getFieldsValue }) => ({
          validator: async (_rule, value: unknown) => {
            const words = [...own, ...ownWordsOf(getFieldsValue())]
            if (typeof value !== 'string' || !holdsOwnWords(value, words)) return
            throw new Error(
              translateMessage('Leave your name and your e-mail address out of the password'),
            )
          },
        }),
      ]}
      extra={<PasswordMeter own={own} />}
    >
      <PasswordInput autoComplete="new-password" />
    </Form.Item>
  )
}
