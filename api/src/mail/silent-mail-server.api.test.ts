import { createServer, type Socket } from 'node:net'
import { createLog } from '../observability/log.ts'
import { testApi } from '../../test/test-api.ts'
import { until } from '../../test/waiting.ts'
import { mailOutbox, smtpTransport } from './mail-outbox.ts'

const api = await testApi()
const { db, jobs, clock, identity, config } = api.context

test('a mail server that takes the connection and says nothing holds up no other job', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const smtpUrl = `smtp://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
  const log = createLog('error', () => true)
  const mailTransport = smtpTransport(config, smtpUrl)
  const siteUrl = 'https://site.example'
  const mail = mailOutbox({ db, jobs, clock, identity, siteUrl, log, mailTransport })
  const done: string[] = []
  jobs.handle('quick', async () => void done.push('quick'))
  await mail.enqueue(db, {
    to: 'anne@example.org',
    template: 'welcome',
    language: 'en',
    params: { name: 'Anne' },
  })
  const sending = () =>
    db.selectFrom('mail_outbox').select(['attempts', 'sent_at']).executeTakeFirstOrThrow()

  await jobs.start()
  await until(() => sockets.length === 1)
  await jobs.enqueue(db, 'quick', {})
  await until(() => done.length === 1)
  expect(await sending()).toEqual({ attempts: 0, sent_at: null })

  for (const socket of sockets) socket.destroy()
  await until(async () => (await sending()).attempts === 1)
  await jobs.stop()
  server.close()
})
