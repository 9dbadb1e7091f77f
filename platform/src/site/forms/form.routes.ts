import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { session, type Endpoint, oidc, OidcStep, publicationAdded } from '@awards/shared/contract'
import {
  addressIn,
  asksForCode,
  codeInput,
  LANGUAGES,
  organisationInput,
  readAddress,
  sentFields,
  type Language,
  type SentFields,
  registerInput,
  resetInput,
  signInInput,
  type VerifyCodeForm,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { visitorLanguage } from '../page-request.ts'

/** The answer to a sent form: what the page shows of it, and the token of the session. */
export type SubmittedForm = {
  /** As `SubmittedForm` of `@awards/shared/client`. */
  readonly shown: {
    readonly form: string
    readonly values: SentFields
    readonly isCodeRequest: boolean
    readonly refusal?: z.infer<typeof Refusal>
    readonly answer?: unknown
    readonly isSignedIn?: boolean
    readonly step?: OidcStep
  }
  readonly token?: string | undefined
  /** The language of the page that was sent. */
  readonly language: Language
}

/** A contact message of the greatest length, with each character percent-encoded. */
const BODY_LIMIT = 65_536
const MAX_VALUE = 6_000

const Refusal = z.object({
  code: z.number(),
  msg: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
  data: z.looseObject({}).nullable().catch(null),
})
const Accepted = z.object({ code: z.literal(200), data: z.unknown() })
const SignedIn = z.object({ token: z.string() })
const Begun = z.object({ url: z.string() })

/** A form of another site must not act for its visitor here (login CSRF). */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin = '', host } = headers
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && URL.canParse(origin) && new URL(origin).host === host
}

/** Makes a call for the visitor, with their device cookie and from their address. */
async function callFor(
  app: FastifyInstance,
  { request, language }: { request: FastifyRequest; language: Language },
  { method, path }: Endpoint,
  input: unknown,
  token?: string,
) {
  const { headers } = request
  const response = await app.inject({
    method,
    url: path,
    remoteAddress: request.ip,
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      'user-agent': headers['user-agent'] ?? '',
      ...(headers.cookie && { cookie: headers.cookie }),
      ...(token !== undefined && { token }),
    },
    payload: JSON.stringify(input),
  })
  return { cookies: [response.headers['set-cookie'] ?? []].flat(), body: response.json<unknown>() }
}

/** What the page may show of the fields: everything but passwords, cut to a length no honest value has. */
const shownValues = (fields: SentFields): SentFields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !name.includes('password'))
      .map(([name, value]) => [name, value.slice(0, MAX_VALUE)]),
  )

/** The call that a sent form is for. */
function callOf({ call, input, codeScene }: SiteForm, fields: SentFields) {
  const isCodeRequest = codeScene !== undefined && asksForCode(fields)
  return isCodeRequest
    ? {
        isCodeRequest,
        call: session.verifyCode,
        input: { email: fields['email'], scene: codeScene },
      }
    : { isCodeRequest, call, input: input(fields) }
}

type AnswerDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  submitted?: SubmittedForm,
) => Promise<unknown>

type Outcome = {
  readonly cookies: readonly string[]
  readonly shown?: SubmittedForm['shown']
  readonly token?: string | undefined
}
type Sent = { fields: SentFields; request: FastifyRequest; language: Language }

/** Carries a sent form out. Without `shown` it is done, and /login comes next. */
async function submit(
  app: FastifyInstance,
  form: SiteForm,
  { fields, ...visitor }: Sent,
): Promise<Outcome> {
  const { isCodeRequest, ...asked } = callOf(form, fields)
  const { cookies, body } = await callFor(app, visitor, asked.call, asked.input)
  const accepted = Accepted.safeParse(body)
  // The step of a sign-in by way of an organisation stays on the page until it is done.
  const isStep = form.isOrganisation || fields['link'] !== undefined
  const step =
    isStep &&
    (isCodeRequest || !accepted.success) &&
    (await stepOf(app, visitor, fields['attempt']))
  const shown = {
    form: form.name,
    values: shownValues(fields),
    isCodeRequest,
    ...(step && { step }),
  }
  if (!accepted.success) return { cookies, shown: { ...shown, refusal: Refusal.parse(body) } }
  const signedIn = (answer: unknown) => {
    const { token } = SignedIn.safeParse(Accepted.safeParse(answer).data?.data).data ?? {}
    return token === undefined ? undefined : { shown: { ...shown, isSignedIn: true }, token }
  }
  const { token } = signedIn(body) ?? {}
  // The page has said that signing in links the organisation; the account shows whether it is.
  if (token !== undefined && fields['link'] !== undefined) {
    await callFor(app, visitor, oidc.link, { attempt: fields['attempt'] }, token)
  }
  if (form.thenSignsIn && !isCodeRequest) {
    const { email, password } = fields
    const next = await callFor(app, visitor, session.login, { email, password })
    return { cookies: [...cookies, ...next.cookies], ...signedIn(next.body) }
  }
  return { cookies, ...(signedIn(body) ?? { shown: { ...shown, answer: accepted.data.data } }) }
}

/**
 * POST of each page with forms: the form as the browser sends it while the application has not run yet. Answers the page
 * again, with the refusal at its fields, with what follows, or with the token that the application takes over.
 */
export function formRoutes(app: FastifyInstance, answerDocument: AnswerDocument) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const login = paths.login()
    for (const page of new Set(SITE_FORMS.map((form) => form.page))) {
      const [first, ...others] = SITE_FORMS.filter((form) => form.page === page)
      const addresses = new Set(LANGUAGES.map((language) => addressIn(language, page)))
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const [pathname = page, search] = request.url.split('?')
        if (!first || !isSameOrigin(request)) return reply.redirect(pathname, 303)
        const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const fields = sentFields(sent)
        const language =
          LANGUAGES.find((one) => one === fields['language']) ??
          readAddress(pathname).language ??
          visitorLanguage(request)
        const form = others.find(({ name }) => name === fields['form']) ?? first
        const { cookies, shown, token } = await submit(scope, form, { fields, request, language })
        if (cookies.length > 0) void reply.header('set-cookie', cookies)
        if (!shown) return reply.redirect(login + (search ? `?${search}` : ''), 303)
        return answerDocument(request, reply, { shown, token, language })
      }
      for (const address of addresses) scope.post(address, answer)
    }
    for (const address of new Set(LANGUAGES.map((language) => addressIn(language, login)))) {
      scope.get(address, (request, reply) => organisationOr(scope, answerDocument, request, reply))
    }
  })
}

/** The step of the sign-in by way of an organisation that a page is about. */
async function stepOf(app: FastifyInstance, visitor: Omit<Sent, 'fields'>, attempt?: string) {
  const { body } = await callFor(app, visitor, oidc.resume, { attempt })
  const step = OidcStep.safeParse(Accepted.safeParse(body).data?.data).data
  return step?.step === 'signed_in' ? undefined : step
}

/**
 * GET /login. With `begin`, the browser is sent to an organisation to sign in; with `with`, it comes back from there, and
 * the page goes on. Both are links, since a form may be sent to this site alone.
 */
async function organisationOr(
  app: FastifyInstance,
  answerDocument: AnswerDocument,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [pathname = '', search] = request.url.split('?')
  const query = new URLSearchParams(search)
  const provider = query.get('begin')
  const isReturn = query.has('with')
  // A picture or a frame of another site asks for nothing here.
  const isPage = (request.headers['sec-fetch-dest'] ?? 'document') === 'document'
  if ((provider === null && !isReturn) || request.method !== 'GET' || !isPage) {
    return answerDocument(request, reply)
  }
  const language = readAddress(pathname).language ?? visitorLanguage(request)
  const visitor = { request, language }
  const redirect = query.get('redirect') ?? undefined
  const { cookies, body } =
    provider === null
      ? await callFor(app, visitor, oidc.resume, {})
      : await callFor(app, visitor, oidc.begin, { provider, redirect })
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  const accepted = Accepted.safeParse(body)
  const shown = { form: 'organisation', values: {}, isCodeRequest: false }
  if (!accepted.success) {
    return answerDocument(request, reply, {
      shown: { ...shown, refusal: Refusal.parse(body) },
      language,
    })
  }
  const { url } = Begun.safeParse(accepted.data.data).data ?? {}
  if (url !== undefined) return reply.header('cache-control', 'no-store').redirect(url, 303)
  const step = OidcStep.parse(accepted.data.data)
  return step.step === 'signed_in'
    ? answerDocument(request, reply, {
        shown: { ...shown, isSignedIn: true },
        token: step.token,
        language,
      })
    : answerDocument(request, reply, { shown: { ...shown, step }, language })
}

/** A form of a server-rendered page, which the browser sends while the application does not run. */
type SiteForm = {
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
  /** Goes on with a sign-in by way of an organisation. */
  readonly isOrganisation?: true
}

/** Every form that works without the application. */
const SITE_FORMS: readonly SiteForm[] = [
  { name: 'sign-in', page: paths.login(), call: session.login, input: signInInput },
  {
    name: 'register',
    page: paths.login(),
    call: session.register,
    input: registerInput,
    codeScene: 'register',
  },
  {
    name: 'organisation-code',
    page: paths.login(),
    call: oidc.confirm,
    input: codeInput,
    isOrganisation: true,
  },
  {
    name: 'organisation-register',
    page: paths.login(),
    call: oidc.register,
    input: organisationInput,
    codeScene: 'register',
    isOrganisation: true,
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
