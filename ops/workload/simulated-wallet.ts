import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletSimulator } from '@awards/simulators'

/** A wallet simulator in this process, which survives a kill of the site. */
export async function ownWallet(now: () => Date) {
  const folder = mkdtempSync(join(tmpdir(), 'awards-wallet-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const wallet = await createWalletSimulator({ dataDir: folder, mode: 'demo', now })
  const server = createServer(wallet.handle)
  const url = await listen(server)
  const { credentials } = wallet
  const [platformKeyId = '', platformKey = ''] = Object.entries(credentials.platformKeys)[0] ?? []
  const writeKey = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  return {
    ...wallet,
    /** Environment of a site that is this wallet's merchant. */
    env: (notifyUrl: string) => ({
      WECHAT_FLAVOUR: credentials.flavour,
      WECHAT_BASE_URL: url,
      WECHAT_APPID: credentials.appid,
      WECHAT_MCHID: credentials.mchid,
      WECHAT_MCC: credentials.mcc,
      WECHAT_MERCHANT_SERIAL: credentials.merchantSerial,
      WECHAT_MERCHANT_KEY_FILE: writeKey('merchant.pem', credentials.merchantPrivateKey),
      WECHAT_API_V3_KEY: credentials.apiV3Key,
      WECHAT_PLATFORM_KEY_ID: platformKeyId,
      WECHAT_PLATFORM_KEY_FILE: writeKey('platform.pem', platformKey),
      WECHAT_NOTIFY_URL: notifyUrl,
    }),
    stop() {
      wallet.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Listens on a free local port; returns the URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
