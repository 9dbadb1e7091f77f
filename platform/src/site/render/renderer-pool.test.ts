import type { Log } from '../../../../api/src/observability/log.ts'
import { type CallPublic, rendererPool } from './renderer-client.ts'

/** Registers texts once per name, as the site's translations do. */
const SHELL = `
const words = new Map()
exports.ready = Promise.resolve()
exports.provided = { words }
const work = (ms) => { for (const until = Date.now() + ms; Date.now() < until; ); }
exports.render = async ({ path, search, remote, call }) => {
  if (path === '/slow') work(80)
  if (path === '/asks') await call({ url: '/index/about', input: {} })
  if (path === '/forges') {
    for (const said of [null, 'x', {}, { kind: 'done' }, { kind: 'call', job: {}, url: [] }]) {
      process._send(said)
    }
  }
  if (path === '/floods') for (let i = 0; i < 500; i++) void call({ url: '/index/about', input: {} })
  return { html: remote ? words.get(remote.name) : 'none', pid: process.pid }
}
`
const remoteSaying = (words: string) => {
  const text = `const words = require('words')
if (!words.has('mf-public')) words.set('mf-public', '${words}')
exports.routes = []`
  return { name: 'mf-public', code: { key: `mf-public ${words}`, text } }
}

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const renderer = rendererPool(log)
afterAll(() => renderer.close())

const answers: CallPublic = async () => ({ code: 200 })

async function render(path: string, words = 'old', call = answers) {
  const page = { path, search: '', language: 'en', configuration: {}, discovery: undefined }
  const shell = { key: 'shell', text: SHELL }
  const rendered = await renderer.render({ shell, remote: remoteSaying(words), page, call })
  return rendered as { html: string; pid: number }
}

/** Retries on timeout while the renderer process starts, which a busy machine does slower than a first page may wait. */
async function renderWithRetry(path: string, words?: string): ReturnType<typeof render> {
  try {
    return await render(path, words)
  } catch (error) {
    if (!String(error).includes('took longer than')) throw error
    return renderWithRetry(path, words)
  }
}

test('two versions of a remote never share message catalogs', async () => {
  const said = await Promise.all(
    ['old', 'new', 'old', 'new'].map((words) => renderWithRetry('/', words)),
  )
  expect(said.map(({ html }) => html)).toEqual(['old', 'new', 'old', 'new'])
  expect(said[0]?.pid).toBe(said[2]?.pid)
  for (const words of ['third', 'fourth', 'old']) {
    expect((await renderWithRetry('/', words)).html).toBe(words)
  }
})

test('queues concurrent pages', async () => {
  const { pid } = await render('/')
  const asked = await Promise.allSettled(Array.from({ length: 60 }, () => render('/slow')))
  const reasons = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(new Set(reasons)).toEqual(new Set(['Error: A page waited too long for its turn.']))
  expect(reasons.length).toBeLessThan(60)
  expect((await render('/')).pid).toBe(pid)
})

test('a call without an answer fails only its page', async () => {
  const { pid } = await render('/')
  await expect(render('/asks', 'old', () => new Promise(() => undefined))).rejects.toThrow('longer')
  expect((await render('/')).pid).toBe(pid)
})

test('ignores invalid messages and limits the calls of a page', async () => {
  expect((await render('/forges')).html).toBe('old')
  let calls = 0
  await render('/floods', 'old', async () => (calls += 1))
  await render('/')
  expect(calls).toBeLessThanOrEqual(100)
})
