import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Broken, watchedProcess, type WatchedProcess } from './watched-process.ts'

// A server on a socket of the folder, which says the word of a file beside it.
const SERVER = `
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { word } from './word.ts'
const socket = import.meta.dirname + '/socket'
rmSync(socket, { force: true })
createServer((client) => client.end(word)).listen(socket)
`

let folder = ''
let said: string[] = []
let server: WatchedProcess | undefined

const write = (file: string, source: string) => writeFileSync(join(folder, file), source)
const ask = () => text(connect(join(folder, 'socket')))

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watched-')))
  said = []
  write('server.ts', SERVER)
  write('word.ts', "export const word: string = 'one'")
})
afterEach(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

function start() {
  const started = watchedProcess({
    name: 'The server',
    script: join(folder, 'server.ts'),
    env: process.env,
    isReady: async () => (await ask()) !== '',
    heard: () => undefined,
    say: (line) => said.push(line),
  })
  server = started
  return started
}

/** Until the process is in another state than it was. */
async function until(isGood: () => Promise<boolean>) {
  while (!(await isGood().catch(() => false))) await new Promise((next) => setImmediate(next))
}

test('an edit of a file that it has loaded starts it anew; who asks meanwhile waits', async () => {
  const { ready } = start()
  await ready()
  expect(await ask()).toBe('one')
  write('word.ts', "export const word: string = 'two'")
  await until(async () => (await ask()) === 'two')
  await ready()
  await until(async () => said.length > 0)
  expect(said).toEqual([expect.stringMatching(/^The server is renewed in \d+\.\d s\.$/)])
})

test('one that ends says why, and starts again at the next edit', async () => {
  write('word.ts', "throw new Error('no word today'); export const word = ''")
  const { ready } = start()
  await expect(ready()).rejects.toThrow(/no word today/)
  await expect(ready()).rejects.toThrow(Broken)
  expect(said).toEqual(['The server ended (1), see above; it starts again at the next edit.'])
  write('word.ts', "export const word: string = 'again'")
  await until(async () => (await ask()) === 'again')
  await ready()
})
