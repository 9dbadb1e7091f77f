import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWalletSimulator } from '@awards/simulators/wallet/create-wallet-simulator'
import type { WechatConfig } from '../src/modules/payments/channels/wechat/wechat-config.ts'

export type TestWallet = Awaited<ReturnType<typeof testWallet>>

/** The wallet simulator on a free port, and matching merchant credentials. */
export async function testWallet(notifyUrl: string, now?: () => Date) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-'))
  const wallet = await createWalletSimulator({ dataDir, mode: 'demo', ...(now && { now }) })
  const server = createServer(wallet.handle)
  const baseUrl = await listen(server)
  const config: WechatConfig = { ...wallet.credentials, baseUrl, notifyUrl, timeoutMs: 2_000 }
  return {
    ...wallet,
    config,
    baseUrl,
    async stop() {
      wallet.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(dataDir, { recursive: true })
    },
  }
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}
