import {
  BusinessError,
  clientHost,
  failureOf,
  fieldErrors,
  submittedForm,
} from '@awards/shared/client'
import { asksForCode, sentFields, VerifyCodeForm, type SentFields } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import { VisuallyHidden, zodFieldErrors } from '@awards/shared/ui'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import type { z } from 'zod'
import { secondsUntilResend, useSentCode } from './sent-code.ts'
import styles from './native-form.module.css'

/** Messages by the name of their field. */
type FieldMessages = Readonly<Record<string, string>>

type Issue = { readonly name: readonly (string | number)[]; readonly errors: readonly string[] }

/** The first message of each field. */
const byField = (issues: readonly Issue[]): FieldMessages =>
  Object.fromEntries(
    issues.toReversed().map(({ name, errors }) => [name.join('.'), errors[0] ?? '']),
  )

/** What a refused call says of each field; empty for other failures. */
const refusedFields = (error: unknown): FieldMessages => byField(fieldErrors(error))

/** A failure of no field in particular. A toast says it too, but needs a network to be loaded, and goes by itself. */
function unplacedSentence(error: unknown): string | undefined {
  // A code that is asked for is no failure.
  if (error === undefined || secondsUntilResend(error) !== undefined) return undefined
  const { msg } = failureOf(error)
  return typeof msg === 'string' ? clientHost().translate(msg) : undefined
}

const fieldsOf = (form: HTMLFormElement, submitter?: HTMLElement | null): SentFields =>
  sentFields(new FormData(form, submitter))

/** What the server answered to the form of this name, if it was sent before the application ran. */
function answerBefore(name: string) {
  const { values = {}, refusal, answer, isCodeRequest = false } = submittedForm(name) ?? {}
  const error = refusal && new BusinessError(refusal.code, refusal.msg, refusal.data)
  return { values, error, answer, isCodeRequest, errors: error ? refusedFields(error) : {} }
}

type NativeFormOptions<S extends z.ZodType> = {
  /** As in platform/src/site/forms. */
  readonly name: string
  readonly schema: S
  /** The input of the call, made of the fields. */
  readonly input: (fields: SentFields) => unknown
  /** Sends checked input; a refusal it throws is shown at the fields. */
  readonly send: (input: z.output<S>) => Promise<void>
  /** Has a code sent to the address of the form, where the form asks for one. */
  readonly codeScene?: z.input<typeof VerifyCodeForm>['scene']
  /** The address that is known already. */
  readonly knownEmail?: string | undefined
}

/**
 * A form of native, uncontrolled fields: what is typed before hydration stays in the document. Sent by the browser, it
 * reaches the server (platform/src/site/forms); sent by the application, it makes the same call. A field is checked when
 * the focus leaves it with something typed, the whole form when it is sent; the first wrong field gets the focus.
 */
export function useNativeForm<S extends z.ZodType>(options: NativeFormOptions<S>) {
  const { name, schema, input, send, codeScene, knownEmail = '' } = options
  const [before] = useState(() => answerBefore(name))
  const [errors, setErrors] = useState(before.errors)
  const [notice, setNotice] = useState(() => unplacedSentence(before.error))
  const [sending, setSending] = useState<'form' | 'code'>()
  const code = useSentCode(before)
  const [email, setEmail] = useState(before.values['email'] ?? knownEmail)
  const form = useServerRenderedForm((element) => setEmail(fieldsOf(element)['email'] ?? ''))
  const focusNext = useRef<(messages: FieldMessages) => string | undefined>(undefined)

  // Once the fields and their messages are on screen.
  useEffect(() => {
    const wanted = focusNext.current?.(errors)
    focusNext.current = undefined
    const field = wanted && form.current?.elements.namedItem(wanted)
    if (field instanceof RadioNodeList) (field[0] as HTMLElement).focus()
    else if (field instanceof HTMLElement) field.focus()
  })
  const show = (messages: FieldMessages) => {
    focusNext.current = (shown) =>
      [...(form.current?.elements ?? [])]
        .map((element) => element.getAttribute('name') ?? '')
        .find((each) => shown[each])
    setErrors(messages)
  }
  const check = (fields: SentFields) => byField(zodFieldErrors(schema, input(fields)))

  const run = async (kind: 'form' | 'code', work: () => Promise<void>) => {
    setErrors({})
    setNotice(undefined)
    setSending(kind)
    try {
      await work()
    } catch (error) {
      show(refusedFields(error))
      setNotice(unplacedSentence(error))
    } finally {
      setSending(undefined)
    }
  }
  const sendCode = (scene: NonNullable<typeof codeScene>, { email }: SentFields) => {
    const parsed = VerifyCodeForm.safeParse({ email, scene })
    if (!parsed.success) return show(byField(zodFieldErrors(VerifyCodeForm, { email, scene })))
    return run('code', async () => {
      await code.send(parsed.data)
      focusNext.current = () => 'code'
    })
  }
  const submit = (element: HTMLFormElement, submitter: HTMLElement | null) => {
    if (sending) return
    const fields = fieldsOf(element, submitter)
    if (codeScene && asksForCode(fields)) return sendCode(codeScene, fields)
    const parsed = schema.safeParse(input(fields))
    if (!parsed.success) return show(check(fields))
    return run('form', () => send(parsed.data))
  }
  return {
    errors,
    before,
    code,
    isSending: sending === 'form',
    isSendingCode: sending === 'code',
    /** The address as it is typed. */
    email,
    setEmail,
    props: {
      ref: form,
      name,
      notice,
      sentTo: code.sentTo,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        const { submitter } = event.nativeEvent as globalThis.SubmitEvent
        void submit(event.currentTarget, submitter)
      },
      onInput({ target, currentTarget }: InputEvent<HTMLFormElement>) {
        const field: EventTarget = target
        if (!(field instanceof HTMLInputElement)) return
        const { name: typed, value } = field
        if (typed === 'email') setEmail(value)
        // A message goes as soon as it is no longer true; a new one waits until the focus leaves the field.
        if (errors[typed] && !check(fieldsOf(currentTarget))[typed]) {
          setErrors(({ [typed]: _mended, ...others }) => others)
        }
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement, Element>) {
        if (!('name' in target) || typeof target.name !== 'string' || target.name === '') return
        const field = target.name
        // An empty field is judged when the form is sent: a message that appears while somebody presses below it
        // moves what they press from under the pointer.
        if ('value' in target && target.value === '' && !errors[field]) return
        const { [field]: message } = check(fieldsOf(currentTarget))
        setErrors(({ [field]: _before, ...others }) =>
          message ? { ...others, [field]: message } : others,
        )
      },
    } as const,
  }
}
export type NativeForm = ReturnType<typeof useNativeForm<z.ZodType>>

type NativeFormProps = NativeForm['props'] & {
  hidden?: boolean
  /** Another button than the last one submits too, which the key Enter must not press. */
  hasOtherSubmit?: boolean
  children: ReactNode
}

/** The form of `useNativeForm`: `<NativeForm {...form.props}>`. */
export function NativeForm({
  name,
  notice,
  sentTo,
  hasOtherSubmit = false,
  children,
  ...form
}: NativeFormProps) {
  return (
    // Pressed before hydration, it waits for the application a moment (shell/src/start).
    <form {...form} method="post" noValidate data-hold="" className={styles.form}>
      {/* Enter presses the first button of a form. */}
      {hasOtherSubmit ? (
        <VisuallyHidden>
          <button type="submit" tabIndex={-1} aria-hidden="true" />
        </VisuallyHidden>
      ) : null}
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="language" value={useLanguage()} />
      {sentTo === undefined ? null : <input type="hidden" name="sent_to" value={sentTo} />}
      {notice === undefined ? null : (
        <p role="alert" className={styles.notice}>
          {notice}
        </p>
      )}
      {children}
    </form>
  )
}
