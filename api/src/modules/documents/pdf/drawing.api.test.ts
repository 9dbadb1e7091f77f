import { documents } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { childrenNamed } from '../../../../test/child-processes.ts'

const scene = await paymentScene()
const { db, context } = scene
afterAll(() => scene.stop())
beforeEach(() => db.deleteFrom('rate_limits').execute())

const stored: string[] = []
const put = context.storage.put.bind(context.storage)
Object.assign(context.storage, {
  put: (...given: Parameters<typeof put>) => {
    stored.push(given[0])
    return put(...given)
  },
})

const fetchFile = async (url: string) =>
  scene.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, '') })

/** An entry of somebody with a proforma that nobody has printed yet. */
async function unprinted() {
  const one = await scene.unpaid()
  const create = (name: string) =>
    one.as.answer(documents.createEntryFeeInvoice, {
      apply_order_id: one.id,
      billing: { ...CONSUMER, name },
    })
  expect((await create('Jeanne Brumaire')).code).toBe(200)
  const print = () => one.as.answer(documents.printEntryFeeInvoice, { apply_order_id: one.id })
  return { ...one, create, print }
}

test('S1: the first documents of a site are drawn under concurrent requests', async () => {
  const many = [await unprinted(), await unprinted(), await unprinted()]
  const answers = await Promise.all(many.map(({ print }) => print()))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
})

test('S1: forty prints of a new document at once draw it once', async () => {
  proves('call pdf/printEntryFeeInvoice')
  const { print } = await unprinted()
  stored.length = 0
  const answers = await Promise.all(Array.from({ length: 40 }, print))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
  // The PDF and its web page.
  expect(stored).toHaveLength(2)
  const { url } = documents.printEntryFeeInvoice.output.parse(answers[39]?.data)
  const file = await fetchFile(url)
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('S1: documents are drawn in a worker process, which restarts after a crash', async () => {
  const many = []
  for (let index = 0; index < 12; index += 1) many.push(await unprinted())
  const answers = await Promise.all(many.map(({ print }) => print()))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))

  const [drawer] = childrenNamed('drawing-process')
  expect(drawer).toBeGreaterThan(0)
  process.kill(drawer ?? 0, 'SIGKILL')
  expect((await (await unprinted()).print()).code).toBe(200)
})

test('S1: an account prints a hundred documents in ten minutes, others go on', async () => {
  proves('security 14')
  const [busy, other] = [await unprinted(), await unprinted()]
  for (let index = 0; index < 10; index += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, busy.print))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
  }
  expect(await busy.print()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_ATTEMPTS' } })
  expect((await other.print()).code).toBe(200)
})

test('S1: an account makes at most twenty proformas in an hour, under any name', async () => {
  proves('security 14', 'call pdf/createEntryFeeInvoice')
  const { create } = await unprinted()
  for (let index = 1; index < 20; index += 1) {
    expect((await create(`Jeanne ${index}`)).code).toBe(200)
  }
  expect(await create('Jeanne 20')).toMatchObject({ code: 429 })
  expect((await (await unprinted()).create('Jeanne')).code).toBe(200)
})
