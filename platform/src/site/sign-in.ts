import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { session } from '@awards/shared/contract'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { visitorLanguage } from './page-request.ts'

/** The answer to the form of /login: what the page shows of it, and the token of the session. */
export type SubmittedForm = {
  readonly shown: {
    readonly email: string
    readonly refusal?: z.infer<typeof Refusal>
    readonly isSignedIn?: boolean
  }
  readonly token?: string | undefined
  /** The language of the page that was sent. */
  readonly language: Language
}

const BODY_LIMIT = 4_096
const MAX_EMAIL = 254

const Refusal = z.object({
  code: z.number(),
  msg: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
  data: z.looseObject({}).nullable().catch(null),
})
const SignedIn = z.object({ code: z.literal(200), data: z.object({ token: z.string() }) })

/** A form of another site must not sign its visitor in here (login CSRF). */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin = '', host } = headers
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && URL.canParse(origin) && new URL(origin).host === host
}

/** Makes the call `user/login` for the visitor, with their device cookie and from their address. */
async function signIn(
  app: FastifyInstance,
  request: FastifyRequest,
  { form, language }: { form: URLSearchParams; language: Language },
) {
  const code = form.get('code')
  const { headers } = request
  const response = await app.inject({
    method: session.login.method,
    url: session.login.path,
    remoteAddress: request.ip,
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      'user-agent': headers['user-agent'] ?? '',
      ...(headers.cookie && { cookie: headers.cookie }),
    },
    payload: {
      email: form.get('email') ?? '',
      password: form.get('password') ?? '',
      ...(code && { code, trust_device: form.get('trust_device') === 'on' }),
    },
  })
  return { cookies: response.headers['set-cookie'], body: response.json<unknown>() }
}

type Sent = { readonly email: string; readonly language: Language }

function submittedForm({ email, language }: Sent, body: unknown): SubmittedForm {
  const signedIn = SignedIn.safeParse(body)
  if (signedIn.success)
    return { shown: { email, isSignedIn: true }, token: signedIn.data.data.token, language }
  return { shown: { email, refusal: Refusal.parse(body) }, language }
}

type AnswerDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  submitted: SubmittedForm,
) => Promise<unknown>

/**
 * POST /login: the form as the browser sends it while the application has not run yet. Answers the page again, with the
 * refusal at its fields, or with the token that the application takes over.
 */
export function signInRoute(app: FastifyInstance, answerDocument: AnswerDocument) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(paths.login(), async (request, reply) => {
      if (!isSameOrigin(request)) return reply.redirect(paths.login(), 303)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const language =
        LANGUAGES.find((one) => one === form.get('language')) ?? visitorLanguage(request)
      const { cookies, body } = await signIn(scope, request, { form, language })
      if (cookies) void reply.header('set-cookie', cookies)
      const email = (form.get('email') ?? '').slice(0, MAX_EMAIL)
      return answerDocument(request, reply, submittedForm({ email, language }, body))
    })
  })
}
