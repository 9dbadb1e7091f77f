import { spawn } from 'node:child_process'
import { cpSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../e2e/src/harness/site.ts'
import { eventually } from '../e2e/src/harness/until.ts'

const SOURCES = join(import.meta.dirname, 'pages/single')
const NAME = 'mf-single'
const ENDING = /\.txt$/

/**
 * What the working on a remote is compared with: one ordinary app of React and antd, without a site around it,
 * below a copy of the checkout, with its webpack, its rules and its way of changing what is on the screen.
 */
export async function startSingleApp(checkout: string) {
  const folder = join(checkout, NAME)
  cpSync(SOURCES, folder, { recursive: true })
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (ENDING.test(file)) renameSync(join(folder, file), join(folder, file.replace(ENDING, '')))
  }
  symlinkSync(join(checkout, 'mf-jury/node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const cli = join(folder, 'node_modules/webpack-cli/bin/cli.js')
  const child = spawn(process.execPath, [cli, 'serve', '--mode', 'development'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (said += String(chunk)))
  }
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `http://127.0.0.1:${port}/`
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await eventually(answers, (isThere) => isThere))) {
    throw new Error(`The single app does not answer:\n${said}`)
  }
  return {
    url,
    page: join(folder, 'src/page.tsx'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
