import { withRequestContext } from '../http/request-context.ts'
import { createLog } from './log.ts'

const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))
const last = () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>

test('a log entry is one line of JSON in UTC, regardless of its content', () => {
  proves('security 62')
  log.warn('note', { text: 'a\r\n{"level":"error"}\u2028\u0000' })
  expect(lines.at(-1)?.match(/[\r\n]/g)).toEqual(['\n'])
  expect(last()).toMatchObject({
    level: 'warn',
    event: 'note',
    text: 'a\r\n{"level":"error"}\u2028\u0000',
  })
  expect(String(last()['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('redacts e-mail addresses, credentials in URLs and secret fields', () => {
  proves('security 62')
  const error = new Error(
    '550 <claire.o\u2019neil@studio.example.org> refused by smtp://me:pa55@mail.example',
  )
  log.error('mail', { error, token: 'T0KEN', nested: { new_password: 'pa55' }, to: ['a@b.fr'] })
  expect(lines.at(-1)).not.toMatch(/pa55|T0KEN|studio\.example|a@b\.fr/)
  expect(last()).toMatchObject({
    error: { message: expect.stringContaining('550 <[address]>') },
    token: '[removed]',
    to: ['[address]'],
  })
})

test('a stack keeps package names', () => {
  const error = new Error('x')
  error.stack = 'at /srv/node_modules/.pnpm/@fastify+send@4.1.0/node_modules/pg@8.23.1/index.js:1'
  log.error('x', { error })
  expect(last()).toMatchObject({ error: { stack: error.stack } })
})

test('adds trace id, call and actor of the request', async () => {
  const cause = {
    trace_id: 'abcdef0123456789',
    call: 'user/login',
    actor: { id: '7', identity: 1, email: 'x@y.fr' },
  }
  await withRequestContext(cause, async () => {
    await Promise.resolve()
    log.info('inside')
  })
  const { time: _time, ...line } = last()
  expect(line).toEqual({
    level: 'info',
    event: 'inside',
    trace_id: 'abcdef0123456789',
    call: 'user/login',
    actor: '7',
    identity: 1,
  })
})
