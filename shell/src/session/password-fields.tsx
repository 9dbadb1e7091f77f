import { holdsOwnWords, isStrongPassword } from '@awards/shared/domain'
import { TextField, type FieldProps } from '@awards/shared/ui/native/field'
import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import styles from './password-fields.module.css'

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'style'>

/** A password that can be looked at, with a word when the caps lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className={styles.password}>
      <TextField
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        onKeyDown={watch}
        onKeyUp={watch}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isShown}
        aria-label={t('session.showPassword')}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'session.hide' : 'session.show')}
      </button>
      <span role="status" className={styles.caps}>
        {hasCaps ? t('session.capsLock') : null}
      </span>
    </div>
  )
}

const PERSONAL = ['email', 'first_name', 'last_name'] as const

/** What a form says of a person, and a password therefore must not be made of. */
const ownWordsOf = (fields: Readonly<Record<string, unknown>>): string[] =>
  PERSONAL.map((name) => fields[name]).filter((word) => typeof word === 'string')

const OWN_WORDS = 'Leave your name and your e-mail address out of the password'

/** Refuses a password made of the person's own words; `own` are those that the form does not ask for. */
export const withoutOwnWords = <S extends z.ZodType<{ password: string }>>(
  schema: S,
  own: readonly string[] = [],
): S =>
  schema.refine((form) => !holdsOwnWords(form.password, [...own, ...ownWordsOf(form)]), {
    message: OWN_WORDS,
    path: ['password'],
  })

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

type PasswordMeterProps = { password: string; words: readonly string[] }

/** Says while one types how good a password is; it advises, and refuses nothing by itself. */
function PasswordMeter({ password, words }: PasswordMeterProps) {
  const { t } = useTranslation('shell')
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
  error: string | undefined
  /** What everybody knows of the person, where the form itself does not ask for it. */
  own?: readonly string[]
}

/** A new password, asked for once: it can be shown instead of repeated. */
export function NewPasswordField({ label, error, own = [] }: NewPasswordFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ password: '', words: own })
  const read = () => {
    const { value = '', form } = field.current ?? {}
    const fields = form ? Object.fromEntries(new FormData(form)) : {}
    setTyped({ password: value, words: [...own, ...ownWordsOf(fields)] })
  }
  // What was typed before hydration.
  useEffect(() => {
    if (field.current?.value) read()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div>
      <PasswordField
        ref={field}
        name="password"
        label={label}
        error={error}
        autoComplete="new-password"
        onChange={read}
      />
      <PasswordMeter password={useDeferredValue(typed.password)} words={typed.words} />
    </div>
  )
}
