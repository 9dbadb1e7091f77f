import { createServer } from 'node:http'
import { signature } from '@awards/simulators/card/card-notifier'
import { payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from './payment-scene.ts'
import type { PaymentScene } from './payment-scene.ts'
import { testCard } from './test-card.ts'
import { listen } from './test-wallet.ts'

/** The payment scene with the card simulator, whose webhooks reach the API. */
export async function cardScene() {
  let scene: PaymentScene | undefined
  const answered: number[] = []
  const post = async (payload: string | Buffer, proof: unknown) => {
    const answer = await scene?.app.inject({
      method: 'POST',
      url: '/api/stripe/notify',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(typeof proof === 'string' && { 'stripe-signature': proof }),
      },
      payload,
    })
    return answer?.statusCode ?? 503
  }
  const relay = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const status = await post(Buffer.concat(chunks), request.headers['stripe-signature'])
    answered.push(status)
    response.writeHead(status).end()
  })
  const card = await testCard(await listen(relay), () => scene?.context.clock() ?? new Date())
  const { secretKey, webhookSecrets } = card.credentials
  const oldSecret = `whsec_${'0'.repeat(48)}`
  const opened = await paymentScene({
    STRIPE_SECRET_KEY: secretKey,
    // Two secrets, as during a rotation.
    STRIPE_WEBHOOK_SECRET: [oldSecret, ...webhookSecrets].join(','),
    STRIPE_API_BASE: card.baseUrl,
  })
  scene = opened
  const seconds = () => Math.floor(opened.context.clock().getTime() / 1_000)

  return {
    ...opened,
    card,
    /** Signature of an event, with the current time by default. */
    proved: (event: string, moment = seconds()) =>
      signature(webhookSecrets[0] ?? '', event, moment),
    /** Signature with a wrong secret. */
    forged: (event: string) => signature('whsec_of_somebody_else', event, seconds()),
    seconds,
    /** Statuses that the API answered to the webhooks of the simulator. */
    answered,
    /** Posts an event to the API unchanged. */
    post,
    /** A submitted entry whose entrant was redirected to the card page. */
    async atThePage(billing = CONSUMER) {
      const one = await opened.unpaid()
      const open = await payByCard(one, billing)
      return { ...one, ...open, again: () => payByCard(one, billing) }
    },
    async stop() {
      relay.closeAllConnections()
      relay.close()
      await card.stop()
      await opened.stop()
    },
  }
}

type Unpaid = Awaited<ReturnType<PaymentScene['unpaid']>>

async function payByCard({ id, as }: Unpaid, billing: typeof CONSUMER) {
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const started = await as.call(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'card',
    quote_id,
    billing,
  })
  const { action, order_no, amount } = started
  if (action.type !== 'redirect') throw new Error(`Not sent to a page: ${action.type}`)
  return { order_no, amount, url: action.url, session: action.url.split('/').pop() ?? '' }
}
