import type { FastifyInstance } from 'fastify'
import {
  ALL_CALLS,
  ENVELOPE_CODES,
  webhookBody,
  type Endpoint,
  type ErrorCode,
} from '@awards/shared/contract'
import {
  API_SCOPES,
  CALLS_OF_SCOPE,
  WEBHOOK_EVENTS,
  type ApiScope,
  type ScopedCall,
  type WebhookEvent,
} from '@awards/shared/domain'
import { z } from 'zod'
import { PROXY_CACHE } from '../../http/serve.ts'

/** What each call that programs may rely on answers. Pages of this site use them too. */
const SUMMARIES: Record<ScopedCall, string> = {
  'index/winnerList': 'Published winners, a page at a time; filters may be combined',
  'index/winnerInfo': 'A published winner with its texts, pictures and award',
  'index/winnerFacets': 'What winners can be filtered by, with the number of each',
  'index/category': 'Groups and categories of the programme',
  'index/awardClassification': 'Sections: who enters for what',
  'index/getAward': 'Levels of the award, with the score that each needs',
  'index/getAwardDate': 'Dates of the open season',
  'index/feeTable': 'Entry fees of the open season by period and section',
  'index/jury': 'Members of the jury',
  'index/regulations': 'Regulations in force, or an earlier version',
  'index/blogsAndNewsList': 'Articles, the newest first',
  'index/blogsAndNewsInfo': 'An article, by its identifier or its address',
  'index/mediaReport': 'Reports of the press',
  'index/faqAndPrivacy': 'Questions and answers, and the privacy policy',
  'index/contact': 'How the organiser is reached',
  'index/about': 'The programme, its people and partners',
  'index/verifyCertificate': 'Whether a certificate is genuine and still holds',
  'apply/entryList': 'Your entries of the running season, with the state of each',
  'apply/historyEntryList': 'Your entries of earlier seasons',
  'apply/awardList': 'Your awarded entries of the published season',
  'apply/historyAwardList': 'Your awarded entries of earlier seasons',
  'apply/info': 'One of your entries with its texts, files, state and next step',
  'pdf/invoices': 'Your invoices and credit notes',
  'pdf/printInvoice': 'A link to an invoice or credit note, for a quarter of an hour',
  'pdf/printReceipt': 'A link to the receipt of an order, for a quarter of an hour',
  'pdf/printCertPdf': 'A link to the certificate of an awarded entry, for a quarter of an hour',
  'webhook/list': 'Your endpoints, and the events that you can hear of',
  'webhook/add': 'A new endpoint; its secret is in this answer alone',
  'webhook/change': 'Another name, address or choice of events',
  'webhook/remove': 'Removes an endpoint with its log',
  'webhook/rotateSecret': 'A new secret; the one before signs as well for a day',
  'webhook/resume': 'Sends on what waits at an endpoint that was stopped',
  'webhook/test': 'Sends the event webhook.test',
  'webhook/deliveries': 'The log of an endpoint, the newest first',
  'webhook/replay': 'Sends again one delivery, or what happened in a span of time',
}

/** Refusals of a key: one that does not work, or has no scope for the call. */
const KEY_REFUSALS: readonly ErrorCode[] = [401, 403]
/** Refusals that any call may answer: a wrong parameter, too many calls, a server that fails or starts. */
const USUAL: readonly ErrorCode[] = [422, 429, 500, 503]

const TAGS: Record<ApiScope, string> = {
  'public:read': 'What anybody may read; a key is not needed',
  'entries:read': 'Your entries and their states',
  'papers:read': 'Your invoices, receipts and certificates',
  'webhooks:manage': 'Where this site tells your programs what happens',
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain as JsonSchema
}

const parametersOf = ({ input, method }: Endpoint) => {
  if (method === 'POST') return []
  const { properties = {}, required = [] } = schemaOf(input, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const bodyOf = ({ input, method }: Endpoint) =>
  method === 'POST' && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(input, 'input') } },
    },
  }

/** Code 200 carries `data`; every other code is a refusal, with the same HTTP status 200 unless the server failed. */
function answerOf({ output, codes }: Endpoint) {
  const success = {
    type: 'object',
    required: ['code', 'msg', 'data', 'trace_id'],
    properties: {
      code: { const: 200 },
      msg: { type: 'string' },
      data: schemaOf(output, 'output'),
      trace_id: { type: 'string' },
    },
  }
  const refusals = [...new Set([...codes, ...USUAL, ...KEY_REFUSALS])].toSorted((a, b) => a - b)
  return {
    description: `The answer, or a refusal with code ${refusals.join(', ')}`,
    content: {
      'application/json': {
        schema: { oneOf: [success, { $ref: '#/components/schemas/Refusal' }] },
      },
    },
  }
}

const REFUSAL = {
  type: 'object',
  description: '`msg` is a sentence; with code 422 it has a list of sentences for each parameter.',
  required: ['code', 'msg', 'data', 'trace_id'],
  properties: {
    code: { enum: ENVELOPE_CODES.filter((code) => code !== 200) },
    msg: {
      oneOf: [
        { type: 'string' },
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ],
    },
    data: {
      type: ['object', 'null'],
      properties: { reason: { type: 'string', description: 'Stable word for a program' } },
    },
    trace_id: { type: 'string', description: 'Name it when you ask the organiser for help' },
  },
}

const operationOf = (call: Endpoint, scope: ApiScope) => ({
  operationId: call.name.replace(/^index\//, '').replace('/', '_'),
  summary: SUMMARIES[call.name as ScopedCall],
  tags: [scope],
  // The empty requirement: the call may also be made without a key.
  security: [...(call.access === 'public' ? [{}] : []), { key: [scope] }],
  parameters: [
    ...parametersOf(call),
    { name: 'accept-language', in: 'header', schema: { enum: ['en', 'fr', 'zh'] } },
  ],
  ...bodyOf(call),
  responses: { 200: answerOf(call) },
})

const pathsOf = (scope: ApiScope) =>
  CALLS_OF_SCOPE[scope].map((name) => {
    const call = ALL_CALLS.find((one) => one.name === name)
    if (!call) throw new Error(`${name} of the scope ${scope} is not in the contract`)
    return [call.path, { [call.method.toLowerCase()]: operationOf(call, scope) }] as const
  })

const HEADERS = {
  'webhook-id': 'The same for each try and each replay: what has come already can be left out',
  'webhook-timestamp': 'Seconds since 1970; refuse what is older than five minutes',
  'webhook-signature': 'Standard Webhooks, version 1; two while a secret is exchanged',
}

/** What is sent to an endpoint that has chosen the event. */
const webhookOf = (name: WebhookEvent) => ({
  post: {
    summary: `Sent to your endpoint: ${name}`,
    tags: ['webhooks:manage'],
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(webhookBody(name), 'output') } },
    },
    responses: {
      '2XX': { description: 'Taken; anything else is tried again for three days' },
      410: { description: 'Gone: nothing more is sent until the owner resumes the endpoint' },
    },
  },
})

/** What programs may call, as OpenAPI 3.1, made from the contract that the server itself parses by. */
export const openApiDocument = (siteUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Design awards: an interface for programs',
    version: '1.1.0',
    description:
      'What anybody may read, and with a key what its owner may read, in English, French or Chinese (Accept-Language). ' +
      'What is hidden or not published yet is in no answer. Fields are added over time; none is taken away or changes ' +
      'its meaning within a major version.',
  },
  servers: [{ url: siteUrl }],
  tags: API_SCOPES.map((name) => ({ name, description: TAGS[name] })),
  paths: Object.fromEntries(API_SCOPES.flatMap(pathsOf)),
  webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((name) => [name, webhookOf(name)])),
  components: {
    schemas: { Refusal: REFUSAL },
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key of your account; each call names the scope that it needs. Never from a web page.',
      },
    },
  },
})

/** `GET /api/openapi.json`: made at the first request, since no page of the site reads it. */
export function openApiRoutes(app: FastifyInstance) {
  let body: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    body ??= JSON.stringify(openApiDocument(app.context.config.siteUrl))
    return reply
      .header('cache-control', PROXY_CACHE)
      .type('application/json; charset=utf-8')
      .send(body)
  })
}
