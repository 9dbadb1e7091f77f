import { createWechatClient } from './wechat-client.ts'
import { wechatProvider } from './wechat-channel.ts'
import { testWallet } from '../../../../../test/test-wallet.ts'

test('a mainland merchant is offered for CNY alone, a cross-border one for EUR too', async () => {
  const wallet = await testWallet('http://127.0.0.1:9/notify')
  const now = () => new Date()
  const [mainland, abroad] = (['cn', 'global'] as const).map((flavour) =>
    wechatProvider(createWechatClient({ ...wallet.config, flavour }, now)),
  )
  await wallet.stop()

  expect([mainland?.accepts('EUR'), mainland?.accepts('CNY')]).toEqual([false, true])
  expect([abroad?.accepts('EUR'), abroad?.accepts('CNY')]).toEqual([true, true])
})
