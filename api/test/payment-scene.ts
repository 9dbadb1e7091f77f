import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ApplyOrders } from '../src/db/schema.gen.ts'
import type { Insertable } from 'kysely'
import { testApi } from './test-api.ts'
import type { TestApi } from './test-api.ts'
import { listen, testWallet } from './test-wallet.ts'

/** Billing of a French consumer. */
export const CONSUMER = {
  kind: 'consumer' as const,
  name: 'Jeanne Brumaire',
  address: '3 rue du Tan',
  postal_code: '87000',
  city: 'Limoges',
  country: 'FR',
  email: 'jeanne@example.org',
}

export const PROGRAMME = {
  name: { fr: 'Prix Garance du Design', en: 'Garance Design Awards' },
  organiser: {
    name: 'Association Garance',
    legal_form: 'Association loi 1901',
    siren: '000 000 000 (SPECIMEN)',
    vat_no: 'FR00000000000 (SPECIMEN)',
    address: '14 rue des Teinturiers',
    postal_code: '75011',
    city: 'Paris',
    country: 'FR',
  },
  certificate: {
    place: 'Paris',
    signatures: [{ name: 'Hélène Marchetti', role: { fr: 'Présidente', en: 'President' } }],
  },
}

/** The API with the wallet simulator, a price list, and unpaid entries. */
export async function paymentScene(further: Record<string, string> = {}) {
  let api: TestApi | undefined
  const relayed: number[] = []
  const relay = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const answer = await api?.app.inject({
      method: 'POST',
      url: '/api/wxpay/notify',
      headers: request.headers,
      payload: Buffer.concat(chunks),
    })
    relayed.push(answer?.statusCode ?? 0)
    response.writeHead(answer?.statusCode ?? 503)
    response.end(answer?.body)
  })
  const notifyUrl = `${await listen(relay)}/notify`
  const wallet = await testWallet(notifyUrl, () => api?.context.clock() ?? new Date())
  api = await testApi({ ...(await environmentOf(wallet.config)), ...further })
  const { db, build } = api

  await db
    .insertInto('site_documents')
    .values([
      { code: 'programme', document: JSON.stringify(PROGRAMME) },
      {
        code: 'bank',
        document: JSON.stringify({
          holder: 'Association Garance',
          iban: 'FR0000',
          bic: 'SPECFRPP',
        }),
      },
    ])
    .execute()
  const { edition, section } = await build.programme()
  const late = { starts_at: build.at(10), ends_at: build.at(25) }
  const periods = [
    {
      code: 'standard',
      starts_at: build.at(-20),
      ends_at: late.starts_at,
      prices: [26_000, 14_000],
    },
    { code: 'late', ...late, prices: [30_000, 16_000] },
  ]
  for (const { prices, ...period } of periods) {
    const row = { ...period, edition_id: edition.id, name: JSON.stringify({ en: period.code }) }
    const { id } = await db
      .insertInto('fee_periods')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const price = (kind: string, amount_minor = 0) => ({
      period_id: id,
      section_id: section.id,
      kind,
      amount_minor,
    })
    await db
      .insertInto('fee_prices')
      .values([price('first', prices[0]), price('additional', prices[1])])
      .execute()
  }

  const scene = api
  return {
    ...api,
    wallet,
    relayed,
    /** The moments of the late period; the standard one ends as it begins. */
    late,
    /** Sets the clock to so many minutes after a moment, or before it. */
    setMinutesAfter: (moment: Date, minutes: number) =>
      scene.setTime(new Date(moment.getTime() + minutes * 60_000)),
    /** A submitted entry of a new entrant. */
    async unpaid(given: Partial<Insertable<ApplyOrders>> = {}) {
      const entrant = await build.user()
      const entry = await build.entry(entrant, { entry_status: 10, ...given })
      return { entrant, entry, id: entry.id, as: scene.as(entrant) }
    },
    entryRow: (id: string) =>
      db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Orders of an entry in the order of creation, also with equal timestamps. */
    orders: (id: string) =>
      db
        .selectFrom('payment_orders')
        .innerJoin('payment_order_history as opened', (join) =>
          join
            .onRef('opened.order_no', '=', 'payment_orders.order_no')
            .on('opened.from_status', 'is', null),
        )
        .selectAll('payment_orders')
        .where('apply_order_id', '=', id)
        .orderBy('opened.id')
        .execute(),
    async stop() {
      await wallet.stop()
      relay.closeAllConnections()
      relay.close()
    },
  }
}
export type PaymentScene = Awaited<ReturnType<typeof paymentScene>>

async function environmentOf(config: Awaited<ReturnType<typeof testWallet>>['config']) {
  const folder = await mkdtemp(path.join(tmpdir(), 'merchant-'))
  const [platformKeyId = '', platformKey = ''] = Object.entries(config.platformKeys)[0] ?? []
  await writeFile(path.join(folder, 'merchant.pem'), config.merchantPrivateKey)
  await writeFile(path.join(folder, 'platform.pem'), platformKey)
  return {
    WECHAT_FLAVOUR: config.flavour,
    WECHAT_BASE_URL: config.baseUrl,
    WECHAT_APPID: config.appid,
    WECHAT_MCHID: config.mchid,
    WECHAT_MCC: config.mcc ?? '',
    WECHAT_MERCHANT_SERIAL: config.merchantSerial,
    WECHAT_MERCHANT_KEY_FILE: path.join(folder, 'merchant.pem'),
    WECHAT_API_V3_KEY: config.apiV3Key,
    WECHAT_API_V2_KEY: config.apiV2Key ?? '',
    WECHAT_PLATFORM_KEY_ID: platformKeyId,
    WECHAT_PLATFORM_KEY_FILE: path.join(folder, 'platform.pem'),
    WECHAT_NOTIFY_URL: config.notifyUrl,
  }
}
