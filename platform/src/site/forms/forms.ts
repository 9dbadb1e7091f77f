import { publicationAdded, session, type Endpoint } from '@awards/shared/contract'
import {
  registerInput,
  resetInput,
  signInInput,
  type SentFields,
  type VerifyCodeForm,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { z } from 'zod'

/** A form of a server-rendered page, which the browser sends while the application does not run. */
export type SiteForm = {
  /** Value of its hidden field `form`; the first form of a page needs none. */
  readonly name: string
  /** The page it stands on and is sent to. */
  readonly page: string
  readonly call: Endpoint
  readonly input: (fields: SentFields) => unknown
  /** For which a form without a code asks for one by e-mail. */
  readonly codeScene?: z.input<typeof VerifyCodeForm>['scene']
  /** Signs the visitor in with what they have just chosen; otherwise the answer itself carries the session. */
  readonly thenSignsIn?: true
}

/** Every form that works without the application. */
export const SITE_FORMS: readonly SiteForm[] = [
  { name: 'sign-in', page: paths.login(), call: session.login, input: signInInput },
  {
    name: 'register',
    page: paths.login(),
    call: session.register,
    input: registerInput,
    codeScene: 'register',
  },
  {
    name: 'reset',
    page: paths.forget,
    call: session.resetPassword,
    input: resetInput,
    codeScene: 'reset',
    thenSignsIn: true,
  },
  {
    name: 'contact',
    page: paths.contact,
    call: publicationAdded.sendMessage,
    input: (fields) => fields,
  },
]
