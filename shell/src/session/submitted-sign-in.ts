import type { ErrorData, FieldMessages } from '@awards/shared/contract'

/** The server's answer to the form of /login, sent natively because the application did not run yet. */
export type SubmittedSignIn = {
  readonly email: string
  /** The envelope of the call `user/login`, where it was refused. */
  readonly refusal?: {
    readonly code: number
    readonly msg: string | FieldMessages
    readonly data: ErrorData
  }
  readonly isSignedIn?: boolean
  /** In the document only; the renderer never gets it. */
  readonly token?: string
}

let submitted: SubmittedSignIn | undefined

/** Sets the answer that the next rendering shows: of this document, or of the page that the server renders. */
export const setSubmittedSignIn = (answer: SubmittedSignIn | undefined) => {
  submitted = answer
}

export const submittedSignIn = (): SubmittedSignIn | undefined => submitted

const ELEMENT = 'submitted'

/** Reads the answer from the document once; the token leaves the document with it. */
export function takeSubmittedSignIn(): SubmittedSignIn | undefined {
  const element = document.getElementById(ELEMENT)
  if (!element?.textContent) return undefined
  element.remove()
  return JSON.parse(element.textContent) as SubmittedSignIn
}
