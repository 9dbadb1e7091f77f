import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareNginx } from '../../deploy/replicas/nginx.ts'
import { freePort } from '../../e2e/src/harness/site.ts'
import { eventually } from '../../e2e/src/harness/until.ts'

// nginx limits a configuration token to 4,096 bytes, so longer bodies are split.
const PIECE = 1_000

const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/** Directives that return `body` from memory. */
function answering(path: string, body: string) {
  if (body.includes('$')) throw new Error('nginx would read a variable in this answer')
  const pieces = [...body.matchAll(new RegExp(`[^]{1,${PIECE}}`, 'gu'))].map(([piece]) => piece)
  const sets = pieces.map((piece, index) => `set $p${index} ${quoted(piece)};`)
  const all = pieces.map((_, index) => `\${p${index}}`).join('')
  return `location = ${path} { default_type application/json; ${sets.join(' ')} return 200 "${all}"; }`
}

/** Starts nginx; returns its worker processes, or undefined if it is not installed. */
async function start(command: string, args: readonly string[], base: string, pidFile: string) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const missing = once(child, 'error').then(() => true)
  const isGone = async () => child.exitCode !== null
  const isSettled = () => fetch(base).then(() => true, isGone)
  if (await Promise.race([missing, eventually(isSettled, Boolean).then(isGone)])) return undefined
  const master = readFileSync(pidFile, 'utf8').trim()
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')
  // A cache adds a loader process, which exits after a minute, and a manager.
  const isWorker = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker')
  return {
    pids: children.filter(isWorker).map(Number),
    base,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/**
 * nginx with one worker that serves the responses by path, from its configuration (`return`) and, below `/files`, as
 * files.
 */
export async function startNginx(folder: string, answers: Readonly<Record<string, string>>) {
  const port = await freePort()
  const locations = Object.entries(answers).map(([path, body]) => answering(path, body))
  for (const [path, body] of Object.entries(answers)) {
    const file = join(folder, 'files', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, body)
  }
  const settings = join(folder, 'nginx.conf')
  const pidFile = join(folder, 'nginx.pid')
  writeFileSync(
    settings,
    `worker_processes 1; daemon off; pid ${pidFile}; error_log stderr crit; user root;
     events { worker_connections 256; }
     http { access_log off; keepalive_requests 1000000000; default_type application/json;
       server { listen 127.0.0.1:${port}; location /files/ { root ${folder}; }
         ${locations.join('\n')} } }`,
  )
  return start('nginx', ['-c', settings], `http://127.0.0.1:${port}`, pidFile)
}

/** nginx with the production template in front of a site. */
export async function startEdge(folder: string, upstream: number) {
  const port = await freePort()
  const own = join(folder, 'edge')
  const { command, args } = prepareNginx({ folder: own, port, upstreams: [upstream] })
  const settings = join(own, 'nginx.conf')
  // autocannon counts a connection that is closed after 1,000 requests as an error.
  const endless = readFileSync(settings, 'utf8').replace(
    'http {',
    'http { keepalive_requests 1000000000;',
  )
  writeFileSync(settings, endless)
  return start(command, args, `http://127.0.0.1:${port}`, join(own, 'nginx.pid'))
}
