import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_CALLS, apiKeys } from '@awards/shared/contract'
import { API_SCOPES, CALLS_OF_SCOPE, WEBHOOK_EVENTS } from '@awards/shared/domain'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import { Webhook } from 'standardwebhooks'
import ts from 'typescript'
import { demoApi } from '../../../test/test-api.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { webhookDelivery } from '../webhooks/deliver-webhooks.ts'
import type { openApiDocument } from './openapi.ts'

type Document = ReturnType<typeof openApiDocument>
const api = await demoApi({ WEBHOOKS_LOCAL: 'on' })
const read = async () => (await api.app.inject('/api/openapi.json')).json<Document>()

test('names the calls that keys reach, each with its scope; those of visitors also without a key', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: api.context.config.siteUrl }])
  for (const scope of API_SCOPES) {
    for (const name of CALLS_OF_SCOPE[scope]) {
      const call = ALL_CALLS.find((one) => one.name === name)
      const operation = document.paths[call?.path ?? '']?.[call?.method.toLowerCase() ?? '']
      const open = call?.access === 'public' ? [{}] : []
      expect(operation?.security).toEqual([...open, { key: [scope] }])
    }
  }
  const named = Object.values(CALLS_OF_SCOPE).flat()
  expect(Object.keys(document.paths)).toHaveLength(named.length)
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS])
  const { requestBody } = document.paths['/api/pdf/printReceipt']?.['post'] ?? {}
  expect(requestBody).toMatchObject({ required: true })
  const { parameters } = document.paths['/api/index/winnerInfo']?.['get'] ?? {}
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'apply_order_id', in: 'query', required: true }),
  )
})

/** What a program of somebody else looks like; `field` is what it reads of a winner. */
const programOf = (field: string) => `
  import type { paths } from './site.ts'
  type Answer = paths['/api/index/winnerList']['get']['responses'][200]['content']['application/json']
  export function titles(answer: Answer): string[] {
    if (answer.code !== 200) throw new Error(String(answer.msg))
    return answer.data.list.map((winner) => winner.${field})
  }`

describe('a client that openapi-typescript makes', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'awards-openapi-'))
    const types = await openapiTS(JSON.stringify(await read()))
    await writeFile(join(folder, 'site.ts'), astToString(types))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  let baseUrl = ''
  beforeAll(async () => {
    baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test('compiles a program that reads a field of winners, and refuses one that no winner has', async () => {
    const files = await Promise.all(
      ['title', 'colour_of_the_sky'].map(async (field) => {
        const file = join(folder, `${field}.ts`)
        await writeFile(file, programOf(field))
        return file
      }),
    )
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      types: [],
    })
    const wrong = ts.getPreEmitDiagnostics(program).map(({ file }) => file?.fileName)
    expect(wrong).toEqual([files[1]])
  })

  test('reads the winners of the demo, and the refusal of a wrong parameter', async () => {
    const client = createClient<Paths>({ baseUrl })
    const { data } = await client.GET('/api/index/winnerList', {
      params: { query: { current: 1, pageSize: 5 }, header: { 'accept-language': 'fr' } },
    })
    expect(data).toMatchObject({ code: 200, data: { list: expect.any(Array) } })
    expect(data?.data?.list.length).toBe(5)
    const { data: refused } = await client.GET('/api/index/winnerList', {
      params: { query: { current: 0 } },
    })
    expect(refused).toMatchObject({ code: 422, msg: { current: [expect.any(String)] } })
  })

  test('reads winners with a key, asks to be told, and verifies what it is told', async () => {
    const owner = await api.build.user()
    const { key } = await api.as(owner).call(apiKeys.make, {
      name: 'Partner',
      scopes: ['public:read', 'webhooks:manage'],
      days: 30,
    })
    const headers = { authorization: `Bearer ${key}` }
    const client = createClient<Paths>({ baseUrl, headers })
    const { data: read } = await client.GET('/api/index/winnerList', {
      params: { query: { current: 1, pageSize: 3 } },
    })
    expect(read?.data?.list).toHaveLength(3)
    const target = await webhookReceiver()
    const { data: added } = await client.POST('/api/webhook/add', {
      body: { name: 'Partner', url: target.url, events: ['winner.published'] },
    })
    const { endpoint_id = '', secret = '' } = added?.data ?? {}
    await client.POST('/api/webhook/test', { body: { endpoint_id } })
    await webhookDelivery(api.context).deliverDue()
    target.close()
    const [got] = target.received
    const told = new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
    expect(told).toMatchObject({ type: 'webhook.test', data: { endpoint_id } })
    const { data: refused } = await client.GET('/api/apply/entryList')
    expect(refused).toMatchObject({
      code: 403,
      data: { reason: 'KEY_SCOPE', scope: 'entries:read' },
    })
  })
})

/** What the generated types say of the calls that these tests make; the first test compiles the whole file. */
type Paths = {
  '/api/index/winnerList': {
    get: {
      parameters: {
        query?: { current?: number; pageSize?: number }
        header?: { 'accept-language'?: string }
      }
      responses: {
        200: { content: { 'application/json': { code: number; data?: { list: unknown[] } } } }
      }
    }
  }
  '/api/apply/entryList': {
    get: { responses: { 200: { content: { 'application/json': { code: number } } } } }
  }
  '/api/webhook/add': {
    post: {
      requestBody: {
        content: { 'application/json': { name: string; url: string; events: string[] } }
      }
      responses: {
        200: {
          content: {
            'application/json': { code: number; data?: { endpoint_id: string; secret: string } }
          }
        }
      }
    }
  }
  '/api/webhook/test': {
    post: {
      requestBody: { content: { 'application/json': { endpoint_id: string } } }
      responses: { 200: { content: { 'application/json': { code: number } } } }
    }
  }
}
