import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../api/src/lib/errors.ts'

const TEMPLATE = join(import.meta.dirname, '../nginx/site.conf.template')

/** A certificate and its key, as files of PEM. */
export type Certificate = { certificate: string; key: string }

type Proxy = {
  folder: string
  port: number
  upstreams: readonly number[]
  /** With it the port speaks TLS and HTTP/2. */
  tls?: Certificate
}

/** Fills in the template of the proxy's settings. */
export function fillIn(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Writes the settings of a proxy in front of processes of this machine, and says how to start it. */
export function prepareNginx({ folder, port, upstreams, tls }: Proxy) {
  const release = spawnSync('nginx', ['-v'])
  if (release.status !== 0) {
    throw new StartError(
      'There is no nginx on this machine. On Debian: apt-get install nginx-light',
    )
  }
  const cache = join(folder, 'cache')
  mkdirSync(cache, { recursive: true })
  const site = fillIn(readFileSync(TEMPLATE, 'utf8'), {
    UPSTREAM: upstreams
      .map((one) => `  server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`)
      .join('\n'),
    CACHE_DIR: cache,
    LISTEN: tls ? listenWithTls(port, tls, String(release.stderr)) : listen(port, ''),
    ACCESS_LOG: join(folder, 'access.log'),
  })
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), mainSettings(folder))
  const args = ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const tested = spawnSync('nginx', ['-t', ...args])
  if (tested.status !== 0) {
    throw new StartError(`nginx does not take its settings:\n${tested.stderr.toString().trim()}`)
  }
  // A killed parent takes it along, as it does the others.
  const hasSetpriv = spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
  return hasSetpriv
    ? { command: 'setpriv', args: ['--pdeathsig', 'TERM', 'nginx', ...args] }
    : { command: 'nginx', args }
}

/** Makes a certificate of `localhost` that is good for a day, in the folder. */
export function selfSigned(folder: string): Certificate {
  const [key, certificate] = [join(folder, 'site.key'), join(folder, 'site.crt')]
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost`
  const more = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate]
  const { status, stderr } = spawnSync('openssl', [...words.split(' '), ...more])
  if (status !== 0) {
    const said = stderr?.toString() ?? 'There is no openssl on this machine.'
    throw new StartError(`No certificate was made; install openssl: ${said}`)
  }
  return { certificate, key }
}

const listen = (port: number, how: string) =>
  `  listen ${port}${how};\n  listen [::]:${port}${how};`

/** HTTP/2 has a line of its own from nginx 1.25.1 on, and is a word of the one before until then. */
function listenWithTls(port: number, { certificate, key }: Certificate, release: string): string {
  const [, major = 0, minor = 0] = /nginx\/(\d+)\.(\d+)/.exec(release) ?? []
  const hasLine = Number(major) > 1 || Number(minor) >= 26
  return [
    hasLine ? `${listen(port, ' ssl')}\n  http2 on;` : listen(port, ' ssl http2'),
    `  ssl_certificate ${certificate};`,
    `  ssl_certificate_key ${key};`,
    '  ssl_protocols TLSv1.2 TLSv1.3;',
  ].join('\n')
}

const mainSettings = (
  folder: string,
) => `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 2;
worker_rlimit_nofile 16384;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 4096; }
http {
  default_type application/octet-stream;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `  ${name}_temp_path ${join(folder, `${name}-temp`)};`)
  .join('\n')}
  include ${join(folder, 'site.conf')};
}
`
