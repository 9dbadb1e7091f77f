import { vatAmount } from '@awards/shared/domain'
import fc from 'fast-check'
import { SEED } from '../../../../tools/testing/scale.ts'
import { sharesOf } from './credit-note-content.ts'

const rate_percent = fc.constantFrom(0, 5.5, 20)
const line = fc.record({ net: fc.nat(200_000), vat: fc.nat(40_000), rate_percent })
const total = (lines: { net: number; vat: number }[]) =>
  lines.reduce((sum, { net, vat }) => sum + net + vat, 0)

test('parts of a refund add up, exceed no line, and end at zero', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (lines, fractions) => {
        let left = lines
        for (const fraction of [...fractions, 1]) {
          const amount = Math.floor(total(left) * fraction)
          const shares = sharesOf(left, fraction === 1 ? total(left) : amount)
          expect(total(shares)).toBe(fraction === 1 ? total(left) : amount)
          left = left.map(({ net, vat, ...line }, index) => ({
            ...line,
            net: net - (shares[index]?.net ?? 0),
            vat: vat - (shares[index]?.vat ?? 0),
          }))
          for (const { net, vat } of left) expect(Math.min(net, vat)).toBeGreaterThanOrEqual(0)
        }
        expect(left.every(({ net, vat }) => net === 0 && vat === 0)).toBe(true)
      },
    ),
    { seed: SEED },
  )
})

test('more than the remaining amount cannot be credited', () => {
  expect(() => sharesOf([{ net: 100, vat: 20, rate_percent: 20 }], 121)).toThrow(
    'cannot be given back',
  )
})

test('however many parts a refund has, the tax of each is that of its rate to the cent', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 })
  fc.assert(
    fc.property(amounts, (parts) => {
      let left = { net: 26_000, vat: 5_200, rate_percent: 20 }
      for (const amount of [...parts, ...Array.from({ length: 30 }, () => 1)]) {
        const [share = { net: 0, vat: 0 }] = sharesOf([left], amount)
        left = { ...left, net: left.net - share.net, vat: left.vat - share.vat }
        for (const { net, vat } of [share, left]) {
          expect(Math.abs(vat - vatAmount(net, 20))).toBeLessThanOrEqual(1)
        }
      }
    }),
    { seed: SEED },
  )
})
