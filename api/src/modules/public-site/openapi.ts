import type { FastifyInstance } from 'fastify'
import {
  ENVELOPE_CODES,
  publication,
  publicationAdded,
  type Endpoint,
  type ErrorCode,
} from '@awards/shared/contract'
import { z } from 'zod'
import { PROXY_CACHE } from '../../http/serve-public.ts'

/** Reads that other programs may rely on, each with what it answers. Pages of this site use them too. */
const READS: readonly (readonly [Endpoint, string])[] = [
  [publication.winnerList, 'Published winners, a page at a time; filters may be combined'],
  [publication.winnerInfo, 'A published winner with its texts, pictures and award'],
  [publicationAdded.winnerFacets, 'What winners can be filtered by, with the number of each'],
  [publication.category, 'Groups and categories of the programme'],
  [publication.awardClassification, 'Sections: who enters for what'],
  [publication.getAward, 'Levels of the award, with the score that each needs'],
  [publication.getAwardDate, 'Dates of the open season'],
  [publicationAdded.feeTable, 'Entry fees of the open season by period and section'],
  [publication.jury, 'Members of the jury'],
  [publication.regulations, 'Regulations in force, or an earlier version'],
  [publication.blogsAndNewsList, 'Articles, the newest first'],
  [publication.blogsAndNewsInfo, 'An article, by its identifier or its address'],
  [publication.mediaReport, 'Reports of the press'],
  [publication.faqAndPrivacy, 'Questions and answers, and the privacy policy'],
  [publication.contact, 'How the organiser is reached'],
  [publication.about, 'The programme, its people and partners'],
  [publicationAdded.verifyCertificate, 'Whether a certificate is genuine and still holds'],
]

/** Refusals that any read may answer: a wrong parameter, too many calls, a server that fails or starts. */
const USUAL: readonly ErrorCode[] = [422, 429, 500, 503]

type JsonSchema = z.core.JSONSchema.BaseSchema

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain as JsonSchema
}

const parametersOf = ({ input }: Endpoint) => {
  const { properties = {}, required = [] } = schemaOf(input, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
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
  const refusals = [...new Set([...codes, ...USUAL])].toSorted((a, b) => a - b)
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

/** The public reads of a site as OpenAPI 3.1, made from the contract that the server itself parses by. */
export const openApiDocument = (siteUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Design awards: public reads',
    version: '1.0.0',
    description:
      'What anybody may read, in English, French or Chinese (Accept-Language). What is hidden or not published yet is ' +
      'in no answer. Fields are added over time; none is taken away or changes its meaning within a major version.',
  },
  servers: [{ url: siteUrl }],
  paths: Object.fromEntries(
    READS.map(([call, summary]) => [
      call.path,
      {
        get: {
          operationId: call.name.replace('index/', ''),
          summary,
          parameters: [
            ...parametersOf(call),
            { name: 'accept-language', in: 'header', schema: { enum: ['en', 'fr', 'zh'] } },
          ],
          responses: { 200: answerOf(call) },
        },
      },
    ]),
  ),
  components: { schemas: { Refusal: REFUSAL } },
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
