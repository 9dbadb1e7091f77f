import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { FastifyInstance } from 'fastify'
import type { Endpoint, Input, Output } from '@awards/shared/contract'
import type { AppContext } from '../src/start/app-context.ts'
import { buildApp } from '../src/start/build-app.ts'
import { parseConfig } from '../src/start/parse-config.ts'
import { createContext } from '../src/start/create-context.ts'
import { createLog } from '../src/observability/log.ts'
import type { Db } from '../src/db/database.ts'
import { openSession } from '../src/modules/accounts/session-token.ts'
import { sampleBuilders } from './build.ts'
import type { Builders } from './build.ts'
import { copyDemoTemplate } from './demo-template.ts'
import { bucketFor } from './test-bucket.ts'
import { TEMPLATE } from './test-database.ts'

/** A mail sent during a test. */
export type SentMail = {
  to: string
  subject: string
  text: string
  html: string
  id: string
  replyTo?: string
  unsubscribe?: string
}

export type TestAnswer = { code: number; msg: unknown; data: unknown; trace_id: string }

/** The API as one person: `call` returns the data of a success, `answer` the whole envelope. */
export type Caller = {
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>
  answer(endpoint: Endpoint, input: unknown, headers?: Record<string, string>): Promise<TestAnswer>
}

export type TestApi = {
  app: FastifyInstance
  context: AppContext
  db: Db
  build: Builders
  mails: SentMail[]
  /** `null` is a visitor. */
  as(user: { id: string } | null): Caller
  /** Sets the clock of the server; it stands still until it is set again. */
  setTime(now: Date | string): void
  close(): Promise<void>
}

/** Data of another server. */
type Existing = { database: string; dataDir: string }

/**
 * The whole app on its own database, closed after the test file; or on the data of another server, which the
 * caller closes.
 */
export async function testApi(
  environment: Record<string, string> = {},
  existing?: Existing,
  isDemo = false,
): Promise<TestApi> {
  // First: jest accepts hooks only while it loads the file.
  if (!existing) afterAll(() => close?.())
  let close: (() => Promise<void>) | undefined
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const database = existing?.database ?? `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Pool({ host: socketDir, user: 'awards', database: 'postgres', max: 1 })
  // PostgreSQL may stop at the end of the run while this connection closes.
  admin.on('error', () => undefined)
  const dataDir = existing?.dataDir ?? (await mkdtemp(join(tmpdir(), 'awards-api-')))
  const folder = process.env['AWARDS_TEST_FOLDER'] ?? ''
  if (isDemo) await copyDemoTemplate({ socketDir, folder }, { database, dataDir })
  else if (!existing) await admin.query(`create database ${database} template ${TEMPLATE}`)
  const config = parseConfig({ DATA_DIR: dataDir, ...bucketFor(database), ...environment })
  const mails: SentMail[] = []
  let time: Date | undefined
  const { context, close: closeContext } = createContext({
    config,
    connection: { socketDir, database },
    mailTransport: { send: async (mail) => void mails.push(mail) },
    clock: () => time ?? new Date(),
    log: createLog('error'),
  })
  const app = buildApp(context)
  await app.ready()

  let closed: Promise<void> | undefined
  close = () =>
    (closed ??= (async () => {
      await app.close()
      await closeContext()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
      await rm(dataDir, { recursive: true, force: true })
    })())

  return {
    app,
    context,
    db: context.db,
    build: sampleBuilders(context.db, () => context.clock()),
    mails,
    as: (user) => callerOf(app, context, user),
    setTime: (now) => (time = new Date(now)),
    close,
  }
}

/** The whole app on a copy of the demo programme with tiny images. */
export const demoApi = (environment: Record<string, string> = {}) =>
  testApi(environment, undefined, true)

function callerOf(app: FastifyInstance, context: AppContext, user: { id: string } | null): Caller {
  let token: Promise<{ token: string }> | undefined
  async function answer(
    endpoint: Endpoint,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    if (user) token ??= openSession(context.db, user.id, context.clock())
    const mine = token ? { token: (await token).token } : {}
    const isGet = endpoint.method === 'GET'
    // Waits until the cache has seen the direct writes of the test.
    if (isGet) await context.publicCache.settle()
    const response = await app.inject({
      method: endpoint.method,
      url: isGet ? `${endpoint.path}${queryOf(input)}` : endpoint.path,
      headers: { ...mine, ...(isGet ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(isGet ? {} : { payload: JSON.stringify(input) }),
    })
    return response.json<TestAnswer>()
  }
  return {
    answer,
    async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
      const { code, msg, data } = await answer(endpoint, input)
      if (code !== 200)
        throw new Error(`${endpoint.name}: ${code} ${JSON.stringify({ msg, data })}`)
      return data as Output<E>
    },
  }
}

function queryOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined) query.append(name, String(part))
    }
  }
  return query.size > 0 ? `?${query}` : ''
}
