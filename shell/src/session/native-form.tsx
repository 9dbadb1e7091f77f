import { fieldErrors } from '@awards/shared/client'
import { zodFieldErrors } from '@awards/shared/ui'
import { TextField, type FieldProps } from '@awards/shared/ui/native/field'
import { useRef, useState, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import styles from './native-form.module.css'

/** Messages by the name of their field. */
export type FieldMessages = Readonly<Record<string, string>>

type Issue = { readonly name: readonly (string | number)[]; readonly errors: readonly string[] }

/** The first message of each field. */
const byField = (issues: readonly Issue[]): FieldMessages =>
  Object.fromEntries(
    issues.toReversed().map(({ name, errors }) => [name.join('.'), errors[0] ?? '']),
  )

/** What a refused call says of each field; empty for other failures. */
export const refusedFields = (error: unknown): FieldMessages => byField(fieldErrors(error))

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

type NativeForm<S extends z.ZodType> = {
  readonly schema: S
  /** Sends checked values; a refusal it throws is shown at the fields. */
  readonly send: (values: z.output<S>) => Promise<void>
  /** Messages that the server has rendered with the page. */
  readonly initial?: FieldMessages | undefined
}

/**
 * A form of native, uncontrolled fields: what is typed before hydration stays in the document and needs no replay. A
 * field is checked when the focus leaves it, the whole form when it is sent; the first wrong field gets the focus.
 */
export function useNativeForm<S extends z.ZodType>({ schema, send, initial = {} }: NativeForm<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldMessages>(initial)
  const [isSending, setSending] = useState(false)

  const show = (messages: FieldMessages) => {
    setErrors(messages)
    const fields = [...(form.current?.elements ?? [])].filter(
      (element) => element instanceof HTMLInputElement,
    )
    fields.find(({ name }) => messages[name])?.focus()
  }
  const check = (element: HTMLFormElement) => byField(zodFieldErrors(schema, valuesOf(element)))

  const submit = async (element: HTMLFormElement) => {
    if (isSending) return
    const parsed = schema.safeParse(valuesOf(element))
    if (!parsed.success) return show(check(element))
    setErrors({})
    setSending(true)
    try {
      await send(parsed.data)
    } catch (error) {
      show(refusedFields(error))
    } finally {
      setSending(false)
    }
  }
  return {
    errors,
    isSending,
    props: {
      ref: form,
      method: 'post',
      noValidate: true,
      // Pressed before hydration, it waits for the application a moment (shell/src/start).
      'data-hold': '',
      onSubmit(event: { preventDefault(): void; currentTarget: HTMLFormElement }) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement, Element>) {
        if (!(target instanceof HTMLInputElement)) return
        const { name } = target
        const { [name]: message } = check(currentTarget)
        setErrors(({ [name]: _before, ...others }) =>
          message ? { ...others, [name]: message } : others,
        )
      },
    } as const,
  }
}

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
