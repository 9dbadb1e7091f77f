import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { payments, session } from '@awards/shared/contract'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { query } from '../../e2e/src/harness/database.ts'
import { newFolder, startSite, type Site } from '../../e2e/src/harness/site.ts'
import { listen, ownWallet } from '../../ops/workload/simulated-wallet.ts'
import { mailsTo } from '../../ops/workload/workload.ts'
import { createMailboxSimulator } from '../../simulators/src/index.ts'
import { claimPorts } from '../testing/ports.ts'
import { openConnection, type Connection } from './connection.ts'
import type { Drill } from './report.ts'
import { demoFolder, QUIET_ENV, pause, seconds, until, numberOptions } from './setup.ts'

const PAID_BAR_MS = 60_000

/** Outage of mail server and payment provider: queued work completes exactly once after recovery. */
export const run: Drill = async (args) => {
  const { seconds: gone, mails } = numberOptions(args, { seconds: 20, mails: 20 })
  const mailbox = await createMailboxSimulator({ dataDir: await newFolder() })
  const desk = createServer(mailbox.handle)
  const inbox = `${await listen(desk)}/mailbox`
  const wallet = await ownWallet(() => new Date())
  const [mailPort = 0, walletPort = 0] = await claimPorts(2)
  const { WECHAT_BASE_URL, ...merchant } = wallet.env('http://localhost:9/api/wxpay/notify')
  const mailGate = await tcpGate(mailPort, mailbox.smtpPort)
  const walletGate = await tcpGate(walletPort, Number(new URL(WECHAT_BASE_URL).port))
  await walletGate.open()
  // Drops payment notifications, so the site has to poll.
  wallet.setChaos({ notify: 'drop' })
  const env = {
    ...QUIET_ENV,
    ...merchant,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    WECHAT_BASE_URL: `http://127.0.0.1:${walletPort}`,
  }
  const site = await startSite({ dataDir: await demoFolder(), env })
  const connection = openConnection(site.url)
  try {
    const addresses = Array.from({ length: mails }, (_, index) => `late-${index}@example.org`)
    const asked = await askForCodes(connection, addresses)
    const { token, paid, unpaid } = await twoEntries(site)
    const first = await connection.call(payments.getEntryFeeQrcode, { apply_order_id: paid }, token)
    const { order_no } = first.data as { order_no: string }

    await walletGate.close()
    wallet.pay(order_no)
    const refused = await connection.call(
      payments.getEntryFeeQrcode,
      { apply_order_id: unpaid },
      token,
    )
    await pause(gone * 1_000)
    const waiting = await connection.call(payments.queryOrder, { order_no }, token)

    const back = performance.now()
    await Promise.all([walletGate.open(), mailGate.open()])
    const status = async () =>
      (await connection.call(payments.queryOrder, { order_no }, token)).data as { status: number }
    await until(async () => (await status()).status === PAYMENT_STATUS.paid, 'it is paid', 120_000)
    const paidAfter = performance.now() - back
    const again = await connection.call(
      payments.getEntryFeeQrcode,
      { apply_order_id: unpaid },
      token,
    )
    const received = await mailsReceived(site, inbox, addresses)
    return {
      holds:
        asked === mails &&
        received.every((count) => count === 1) &&
        refused.code === 503 &&
        waiting.code === 200 &&
        again.code === 200 &&
        paidAfter <= PAID_BAR_MS,
      figures: {
        'away for': `${gone} s`,
        'codes asked for while no mail went out': asked,
        'mails that came late': received.filter((count) => count === 1).length,
        'mails that came twice': received.filter((count) => count > 1).length,
        'a payment begun meanwhile': `${refused.code}: ${String(refused.msg)}`,
        'a payment asked about meanwhile': `${waiting.code}, still open`,
        'paid at the service, known here after its return': seconds(paidAfter),
        'the payment that was refused, begun again': String(again.code),
      },
    }
  } finally {
    connection.close()
    await site.kill()
    await Promise.all([mailGate.close(), walletGate.close(), mailbox.close()])
    wallet.stop()
    desk.close()
  }
}

async function askForCodes(connection: Connection, addresses: readonly string[]) {
  let accepted = 0
  for (const email of addresses) {
    const { code } = await connection.call(session.verifyCode, { email, scene: 'register' })
    accepted += code === 200 ? 1 : 0
  }
  return accepted
}

/** Two submitted, unpaid entries of one user. */
async function twoEntries(site: Site) {
  const [model] = await query<{ id: string; email: string }>(
    site,
    `select e.id, u.email from apply_orders e join users u on u.id = e.user_id
      where e.entry_status = 10 and e.entry_fee_status = 0 limit 1`,
  )
  if (!model) throw new Error('The demo has no entry that waits to be paid')
  const [copy] = await query<{ id: string }>(
    site,
    `with made as (insert into projects (user_id, title)
       select user_id, 'Copy' from apply_orders where id = $1 returning id)
     insert into apply_orders (entry_no, judging_no, project_id, edition_id, user_id, section_id,
       category_id, title, country, answers, entry_status, submitted_at)
     select entry_no || 'x', judging_no || 'x', made.id, edition_id, user_id, section_id, category_id,
       title, country, answers, entry_status, submitted_at
     from apply_orders, made where apply_orders.id = $1 returning id`,
    [model.id],
  )
  return { token: await tokenOf(site, model.email), paid: model.id, unpaid: copy?.id ?? '' }
}

/** Number of mails per address, once the outbox is empty. */
async function mailsReceived(site: Site, inbox: string, addresses: readonly string[]) {
  const unsent = async () => {
    const [row] = await query<{ count: number }>(
      site,
      `select count(*)::int as count from mail_outbox
        where recipient = any($1) and sent_at is null`,
      [addresses],
    )
    return row?.count
  }
  await until(async () => (await unsent()) === 0, 'every mail is sent', 120_000)
  return Promise.all(addresses.map(async (address) => (await mailsTo(inbox, address)).length))
}

/** TCP proxy from `port` to `target`; `close` refuses new connections and drops open ones. */
async function tcpGate(port: number, target: number) {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  return {
    async open() {
      server = createTcpServer((incoming) => {
        const onward = connect(target, '127.0.0.1')
        for (const socket of [incoming, onward]) keep(socket)
        incoming.pipe(onward).pipe(incoming)
        incoming.once('close', () => onward.destroy())
        onward.once('close', () => incoming.destroy())
      })
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
    },
    async close() {
      const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()))
      server = undefined
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
