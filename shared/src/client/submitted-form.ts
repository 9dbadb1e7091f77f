import type { ErrorData, FieldMessages, OidcStep } from '@awards/shared/contract'

/** The server's answer to a form that the browser sent itself, because the application did not run yet. */
export type SubmittedForm = {
  /** Name of the form (platform/src/site/forms). */
  readonly form: string
  /** What was typed, without passwords. */
  readonly values: Readonly<Record<string, string>>
  /** The form asked for a code by e-mail. */
  readonly isCodeRequest: boolean
  /** The envelope of the call, where it was refused. */
  readonly refusal?: {
    readonly code: number
    readonly msg: string | FieldMessages
    readonly data: ErrorData
  }
  /** `data` of the answer, where the page shows it. */
  readonly answer?: unknown
  readonly isSignedIn?: boolean
  /** What comes next in a sign-in by way of an organisation. */
  readonly step?: OidcStep
  /** In the document only; the renderer never gets it. */
  readonly token?: string
}

let submitted: SubmittedForm | undefined

/** Sets the answer that the next rendering shows: of this document, or of the page that the server renders. */
export const setSubmittedForm = (answer: SubmittedForm | undefined) => {
  submitted = answer
}

/** The answer to the form of this name, if the document answers one. */
export const submittedForm = (form: string): SubmittedForm | undefined =>
  submitted?.form === form ? submitted : undefined

/** Whether the document answers a form that signed its visitor in. */
export const isSignedInByForm = (): boolean => submitted?.isSignedIn ?? false

/** What comes next in a sign-in by way of an organisation, if the document is about one. */
export const organisationStep = (): OidcStep | undefined => submitted?.step

const ELEMENT = 'submitted'

/** Reads the answer from the document once; the token leaves the document with it. */
export function takeSubmittedForm(): SubmittedForm | undefined {
  const element = document.getElementById(ELEMENT)
  if (!element?.textContent) return undefined
  element.remove()
  return JSON.parse(element.textContent) as SubmittedForm
}
