import { Input, type InputProps } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './password-input.module.css'

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
