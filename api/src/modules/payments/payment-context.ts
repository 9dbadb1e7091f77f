import type { AppContext } from '../../app/app-context.ts'
import type { CoreContext } from './payment-core.ts'
import { bankProvider } from './provider.ts'
import type { Providers } from './provider.ts'
import { createWechatClient } from './wechat/wechat-client.ts'
import { wechatProvider } from './wechat-provider.ts'

/** The ways to pay that this installation has; the wallet only where its papers are set. */
export function paymentContext(context: AppContext) {
  const { wechat } = context.config
  const client = wechat && createWechatClient(wechat, context.clock)
  const providers: Providers = {
    bank_transfer: bankProvider,
    ...(client && { wechat_native: wechatProvider(client) }),
  }
  const core: CoreContext = { ...context, providers }
  return { core, client }
}
