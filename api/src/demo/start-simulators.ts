import { createServer } from 'node:http'
import { createMailboxSimulator, createWalletSimulator } from '@awards/simulators'
import type { Config } from '../app/config.ts'
import { errorCode } from '../app/error-code.ts'
import { shiftedClock } from '../app/shifted-clock.ts'
import { StartError } from '../app/start-error.ts'

/** Mailbox and wallet of the demo, on the port after the site's. Never in production. */
export async function startSimulators(config: Config) {
  const { dataDir, mode, host, port, siteUrl, clockShiftFile } = config
  // A rehearsal moves the providers' clocks with the site's: they refuse signatures of another time.
  const now = clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date()
  const wallet = await createWalletSimulator({ dataDir, mode, now })
  const mailbox = await createMailboxSimulator({ dataDir })
  const ownPort = port + 1

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulators')
    if (mailbox.owns(pathname)) mailbox.handle(request, response)
    else if (wallet.owns(pathname)) wallet.handle(request, response)
    else response.writeHead(302, { location: '/mailbox' }).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(asStartError(error, ownPort)))
    server.listen(ownPort, host, resolve)
  })

  const pages = new URL(siteUrl)
  pages.port = String(ownPort)
  return {
    smtpUrl: mailbox.smtpUrl,
    mailboxPage: new URL('/mailbox', pages).href,
    walletPage: new URL('/wallet', pages).href,
    wechat: {
      ...wallet.credentials,
      baseUrl: `http://127.0.0.1:${ownPort}`,
      notifyUrl: `http://127.0.0.1:${port}/api/wxpay/notify`,
    },
    async close() {
      wallet.close()
      await mailbox.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const asStartError = (error: Error, port: number) =>
  errorCode(error) === 'EADDRINUSE'
    ? new StartError(
        `Port ${port}, for the mailbox and the wallet, is in use. Set PORT to another.`,
      )
    : error
