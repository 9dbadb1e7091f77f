import type { FastifyInstance } from 'fastify'
import { judge, payments, paymentsAdded } from '@awards/shared/contract'
import { FEE_TYPE, CHANNELS } from '@awards/shared/domain'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { ChannelModule, Connection, Providers } from './channels/provider.ts'
import { SERVER_CHANNELS } from './channels/server-channels.ts'
import { basketService, checkoutService } from './checkout/checkout.service.ts'
import { manualFeeService } from './checkout/manual-fee.service.ts'
import { packageCheckoutService } from './checkout/package-checkout.service.ts'
import type { CoreContext } from './orders/apply-payment.ts'
import { orderStatusService } from './orders/checkout-orders.ts'
import { paymentJobs, taxJobs } from './payment-jobs.ts'
import { vatChecksService } from './tax/vat-checks.service.ts'

const MODULES = new Map<string, ChannelModule>()
for (const channel of CHANNELS) MODULES.set(channel, await SERVER_CHANNELS[channel].load())

/** The channels of this installation: those whose credentials are set. */
export function paymentContext(context: AppContext) {
  const { channels, siteUrl } = context.config
  const connections: Connection[] = []
  const providers: Providers = {}
  for (const channel of CHANNELS) {
    const config = channels[channel]
    const connection = config && MODULES.get(channel)?.connect(config, { ...context, siteUrl })
    if (!connection) continue
    connections.push(connection)
    providers[channel] = connection.provider
  }
  const core: CoreContext = { ...context, providers }
  return { core, connections }
}

type PaymentContext = ReturnType<typeof paymentContext>

/** Routes of fees: quotes, channels, orders, QR codes, status, manual changes, webhooks; and their jobs. */
export function paymentsRoutes(
  app: FastifyInstance,
  context: AppContext,
  { core, connections }: PaymentContext,
) {
  const checkout = checkoutService({ ...context, ...core })
  const basket = basketService({ ...context, ...core })
  const packages = packageCheckoutService({ ...context, ...core })
  const vatChecks = vatChecksService(context)
  const orderStatus = orderStatusService(core)
  const manual = manualFeeService(core)

  serve(app, payments.getEntryFee, (input, { actor, language }) =>
    checkout.getEntryFee(actor, language, input),
  )
  serve(app, payments.getEntryFeePaymentChannel, (input, { actor, language }) =>
    checkout.channels(actor, language, input.apply_order_id),
  )
  serve(app, payments.getWinnerPackageFeePaymentChannel, (input, { actor, language }) =>
    packages.channels(actor, language, input),
  )
  serve(app, payments.entryFeePayment, (input, { actor, language }) =>
    checkout.pay(actor, language, input),
  )
  serve(app, payments.winnerPackageFeePayment, (input, { actor, language }) =>
    packages.pay(actor, language, input),
  )
  serve(app, paymentsAdded.getBasketFee, (input, { actor, language }) =>
    basket.price(actor, language, input),
  )
  serve(app, paymentsAdded.basketPayment, (input, { actor, language }) =>
    basket.pay(actor, language, input),
  )
  serve(app, payments.getEntryFeeQrcode, (input, { actor, language }) =>
    checkout.qrcode(actor, language, input.apply_order_id),
  )
  serve(app, payments.getAwardedQrcode, (input, { actor, language }) =>
    packages.qrcode(actor, language, input.apply_order_id),
  )
  serve(app, paymentsAdded.checkVatNumber, (input, { actor }) => vatChecks.check(actor.id, input))
  serve(app, payments.queryOrder, (input, { actor }) => orderStatus(actor, input.order_no))
  serve(app, payments.checkOrderStatus, (input, { actor }) => orderStatus(actor, input.order_no))
  serve(app, judge.changeEntryFeeStatus, (input, { actor }) =>
    manual.change(actor, FEE_TYPE.entry, input),
  )
  serve(app, judge.changeWinnerPackageFeeStatus, (input, { actor }) =>
    manual.change(actor, FEE_TYPE.winner_package, input),
  )
  for (const { routes } of connections) routes?.(app, { ...core, log: context.log })
  paymentJobs(context, core)
  taxJobs(context)
}
