import type { AppContext } from '../../start/app-context.ts'
import type { CoreContext } from './orders/apply-payment.ts'
import { bankProvider } from './channels/provider.ts'
import type { Providers } from './channels/provider.ts'
import { createStripeClient } from './channels/stripe/stripe-client.ts'
import { stripeProvider } from './channels/stripe/stripe-provider.ts'
import { createWechatClient } from './channels/wechat/wechat-client.ts'
import { wechatProvider } from './channels/wechat/wechat-provider.ts'

export type PaymentContext = ReturnType<typeof paymentContext>

/** The providers of this installation; WeChat Pay and Stripe only if their credentials are set. */
export function paymentContext(context: AppContext) {
  const { wechat, stripe, siteUrl } = context.config
  const client = wechat && createWechatClient(wechat, context.clock, context.log)
  const cards = stripe && createStripeClient(stripe, context.clock)
  const providers: Providers = {
    bank_transfer: bankProvider,
    ...(client && { wechat_native: wechatProvider(client) }),
    ...(cards && { card: stripeProvider(cards, siteUrl) }),
  }
  const core: CoreContext = { ...context, providers }
  return { core, client, cards }
}
