import { holdsOwnWords, isStrongPassword } from '@awards/shared/domain'
import { Form } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownWordsOf } from './own-words.ts'
import styles from './password-meter.module.css'

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
export function PasswordMeter({ own }: { own: readonly string[] }) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const password = useDeferredValue(String(Form.useWatch('password', form) ?? ''))
  const words = [...own, ...ownWordsOf(form.getFieldsValue())]
  const guesses = useGuesses(password, words)
  const { level, text } = verdictOn(password, words, guesses)
  return (
    <>
      <span className={styles.bar} data-level={level} aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} className={step <= level ? styles.full : styles.step} />
        ))}
      </span>
      <span className={styles.text} role="status">
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
