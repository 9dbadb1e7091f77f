import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type IncomingHttpHeaders, type ClientHttp2Session } from 'node:http2'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { session } from '@awards/shared/contract'
import { prepareNginx, selfSigned } from '../../deploy/replicas/nginx.ts'
import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { codeFor } from '../../e2e/src/harness/mailbox.ts'
import { freePort, newFolder, startSite } from '../../e2e/src/harness/site.ts'
import { CHAIR } from '../../e2e/src/journey/judge.ts'
import { demoFolder, QUIET_ENV, until, numberOptions, requireProgram } from './setup.ts'
import type { Drill } from './report.ts'

const SECURE = /; Secure$/
const HSTS = 'strict-transport-security'
const YEAR = 'max-age=31536000; includeSubDomains'

/** nginx serves a site over TLS and HTTP/2 with the template and a certificate of its own making. */
export const run: Drill = async (args) => {
  numberOptions(args, {})
  requireProgram('nginx', 'nginx-light')
  const port = await freePort()
  const url = `https://localhost:${port}`
  const folder = await newFolder()
  const tls = selfSigned(folder)
  const env = { ...QUIET_ENV, SITE_URL: url, STEP_UP: 'on', TRUST_PROXY: '127.0.0.1' }
  const site = await startSite({ dataDir: await demoFolder(), env })
  const upstreams = [Number(new URL(site.url).port)]
  const { command, args: words } = prepareNginx({ folder, port, upstreams, tls })
  const proxy = spawn(command, words, { stdio: 'inherit' })
  try {
    const connection = await openConnection(url, readFileSync(tls.certificate))
    const page = await ask(connection, '/home')
    const refused = await signIn(connection)
    const code = await codeFor(site, CHAIR)
    const signedIn = await signIn(connection, code)
    const cookies = signedIn.headers['set-cookie'] ?? []
    const metrics = await ask(connection, '/metrics')
    await site.kill()
    const alone = await ask(connection, session.login.path, {})
    connection.close()
    const found = {
      'nginx -t': 'passed',
      protocol: `${String(connection.alpnProtocol)}, ${connection.protocol}`,
      '/home': page.status,
      [HSTS]: page.headers[HSTS] ?? 'none',
      'a juror without a code': codeOf(refused.body),
      'a juror with the code': codeOf(signedIn.body),
      cookies: cookies.map((one) => one.replace(/=[^;]*/, '=…')).join(', '),
      '/metrics': metrics.status,
      'a call while no process answers': `${alone.status}, code ${codeOf(alone.body)}`,
    }
    return {
      holds:
        connection.alpnProtocol === 'h2' &&
        found['/home'] === 200 &&
        found[HSTS] === YEAR &&
        found['a juror with the code'] === 200 &&
        cookies.length > 0 &&
        cookies.every((one) => SECURE.test(one)) &&
        found['/metrics'] === 404 &&
        found['a call while no process answers'] === '503, code 503' &&
        alone.headers[HSTS] === YEAR,
      figures: found,
    }
  } finally {
    proxy.kill()
    await site.kill()
  }
}

/** A connection that trusts this certificate alone. */
async function openConnection(
  url: string,
  ca: Buffer,
): Promise<ClientHttp2Session & { protocol: string }> {
  let opened: ClientHttp2Session | undefined
  await until(async () => {
    const connection = connect(url, { ca })
    opened = await once(connection, 'connect').then(
      () => connection,
      () => undefined,
    )
    return opened !== undefined
  }, 'nginx answers')
  const { socket } = opened as ClientHttp2Session
  const protocol = (socket as TLSSocket).getProtocol() ?? 'no TLS'
  return Object.assign(opened as ClientHttp2Session, { protocol })
}

type Told = { status: number; headers: IncomingHttpHeaders; body: string }

async function ask(connection: ClientHttp2Session, path: string, input?: object): Promise<Told> {
  const stream = connection.request({
    ':path': path,
    ':method': input ? 'POST' : 'GET',
    ...(input && { 'content-type': 'application/json' }),
  })
  stream.end(input && JSON.stringify(input))
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  return { status: Number(headers[':status']), headers, body: await text(stream) }
}

const signIn = (connection: ClientHttp2Session, code?: string) =>
  ask(connection, session.login.path, {
    email: CHAIR,
    password: DEMO_PASSWORD,
    trust_device: true,
    ...(code && { code }),
  })

const codeOf = (body: string) => (JSON.parse(body) as { code: number }).code
