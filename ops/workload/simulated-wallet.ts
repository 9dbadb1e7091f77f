import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type Server,
  request,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
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
      WECHAT_API_V2_KEY: credentials.apiV2Key,
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

type PlannedKill = { afterMs: number; kill: () => Promise<void>; done: () => void }

/**
 * A proxy for payment notifications. After `killAtNext` it forwards the next one completely, kills the site after a delay,
 * and drops the response.
 */
export async function deadlyProxy(target: string) {
  let plannedKill: PlannedKill | undefined
  let acknowledged = 0
  let took = 0

  function forward(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse) {
    const current = plannedKill
    const begin = performance.now()
    plannedKill = undefined
    const upstream = request(
      new URL('/api/wxpay/notify', target),
      { method: 'POST', headers: incoming.headers },
      (reply) => {
        reply.resume()
        if (current) return
        if (reply.statusCode === 204) {
          acknowledged += 1
          took = performance.now() - begin
        }
        outgoing.writeHead(reply.statusCode ?? 502).end()
      },
    )
    upstream.on('error', () => {
      if (!current) outgoing.writeHead(502).end()
    })
    upstream.end(body, () => {
      if (!current) return
      setTimeout(() => {
        void current.kill().then(() => {
          incoming.socket.destroy()
          current.done()
        })
      }, current.afterMs)
    })
  }

  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    forward(Buffer.concat(parts), incoming, outgoing)
  })
  const url = await listen(server)
  return {
    url: `${url}/notify`,
    acknowledged: () => acknowledged,
    /** Milliseconds of the last acknowledged notification. */
    took: () => took,
    /** Arms the kill; resolves when the site is killed. */
    killAtNext: (afterMs: number, kill: () => Promise<void>) =>
      new Promise<void>((done) => {
        plannedKill = { afterMs, kill, done }
      }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
