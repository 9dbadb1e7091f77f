import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../e2e/src/harness/site.ts'
import { eventually } from '../e2e/src/harness/until.ts'

// A word of the configuration may have 4096 bytes; a longer answer is several of them.
const PIECE = 1_000

const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/** The directives that answer with `body` from memory. */
function answering(path: string, body: string) {
  if (body.includes('$')) throw new Error('nginx would read a variable in this answer')
  const pieces = [...body.matchAll(new RegExp(`[^]{1,${PIECE}}`, 'gu'))].map(([piece]) => piece)
  const sets = pieces.map((piece, index) => `set $p${index} ${quoted(piece)};`)
  const all = pieces.map((_, index) => `\${p${index}}`).join('')
  return `location = ${path} { default_type application/json; ${sets.join(' ')} return 200 "${all}"; }`
}

/** Starts nginx with one worker that returns these answers; undefined where it is not installed. */
export async function startNginx(folder: string, answers: Readonly<Record<string, string>>) {
  const port = await freePort()
  const locations = Object.entries(answers).map(([path, body]) => answering(path, body))
  const file = join(folder, 'nginx.conf')
  const pidFile = join(folder, 'nginx.pid')
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${pidFile}; error_log stderr crit; user root;
     events { worker_connections 256; }
     http { access_log off; keepalive_requests 1000000000;
       server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
  )
  const child = spawn('nginx', ['-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const missing = once(child, 'error').then(() => true)
  const isGone = async () => child.exitCode !== null
  const base = `http://127.0.0.1:${port}`
  const isSettled = () => fetch(base).then(() => true, isGone)
  if (await Promise.race([missing, eventually(isSettled, Boolean).then(isGone)])) return undefined
  const master = readFileSync(pidFile, 'utf8').trim()
  const [worker] = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').split(' ')
  return {
    pid: Number(worker),
    base,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
