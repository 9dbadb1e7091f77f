import fc from 'fast-check'

export const ACTS = [
  'open_wallet',
  'open_card',
  'open_bank',
  'open_one',
  'pay',
  'pay_all',
  'pay_at_once',
  'overpay',
  'pay_again',
  'pay_slowly',
  'decide',
  'notify',
  'notify_all',
  'query',
  'confirm_transfer',
  'not_received',
  'waive',
  'refund_all',
  'refund_part',
  'refund_one',
  'refund_again',
  'refund_done',
  'withdraw',
  'price',
  'wait',
  'rest',
  'expire',
  'reconcile',
  'refund_job',
  'spare_request',
  'lose_request',
  'lose_answer',
  'leak',
  'refuse_refund',
] as const
export type Act = (typeof ACTS)[number]

/** An action at one of the two processes; `pick` chooses its target. */
export type Step = { act: Act; pick: number; core: 0 | 1 }

/** A history: batches of concurrent steps. With several works an order is a basket of some of them. */
export type History = { fee: 'entry' | 'package'; works: 1 | 2 | 3; batches: Step[][] }

const LIKELY: Act[] = [
  ...([
    'open_wallet',
    'open_wallet',
    'open_wallet',
    'open_card',
    'open_card',
    'open_bank',
    'open_one',
  ] as const),
  ...(['pay', 'pay', 'pay', 'pay_all', 'notify', 'notify', 'notify_all', 'reconcile'] as const),
  ...(['refund_job', 'lose_request', 'lose_answer', 'expire', 'rest', 'query'] as const),
]
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(fc.constantFrom(...LIKELY), fc.constantFrom(...ACTS)),
  pick: fc.nat(9),
  core: fc.constantFrom(0, 1),
})

/** `a+b:1` is a batch of two concurrent steps, one per process, the second with target 1; a space separates batches. */
const script = (text: string): Step[][] =>
  text.split(' ').map((batch) =>
    batch.split('+').map((step, index) => {
      const [act = '', pick = '0'] = step.split(':')
      return {
        act: ACTS.find((known) => known === act) ?? fail(act),
        pick: Number(pick),
        core: index % 2 === 0 ? 0 : 1,
      }
    }),
  )
const fail = (act: string): never => {
  throw new Error(`No such act: ${act}`)
}

/** Risky sequences that random histories rarely reach. */
const RISKY = [
  'open_wallet pay notify+notify+reconcile',
  'open_wallet leak open_card pay_all notify_all+notify_all',
  'open_wallet leak expire open_card+reconcile pay_all notify+notify+reconcile',
  'lose_answer open_wallet pay open_wallet+open_wallet',
  'lose_answer open_wallet pay+open_card reconcile',
  'lose_answer open_wallet pay spare_request lose_request open_wallet',
  'open_wallet leak open_bank pay reconcile+confirm_transfer',
  'open_wallet leak open_bank rest reconcile pay',
  'open_card pay_slowly open_wallet decide notify_all',
  'open_card pay_slowly expire+reconcile rest decide reconcile',
  'open_bank confirm_transfer+confirm_transfer refund_part refund_all refund_done',
  'open_wallet pay notify refund_part refund_part refund_job refund_all+refund_part refund_job',
  'open_wallet pay notify refund_part refund_job refund_all wait refund_job',
  'open_wallet+pay_at_once notify',
  'open_card+pay_at_once',
  'open_wallet pay notify refuse_refund refund_all refund_job+refund_job refund_again refund_job',
  'open_wallet leak open_card pay_all notify_all refund_all refund_job+refund_job',
  'open_wallet overpay query refund_all refund_part open_card pay notify',
  'open_wallet pay notify pay_again refund_job+refund_job refund_all',
  'open_wallet pay open_card+notify lose_request reconcile+reconcile',
  'open_wallet lose_request open_card pay_all notify_all',
  'open_wallet lose_answer open_bank waive pay notify',
  'open_wallet expire reconcile withdraw notify',
  'open_wallet leak expire reconcile waive pay notify',
  'open_wallet leak open_card pay notify_all rest reconcile+refund_job',
  'open_wallet leak open_bank pay confirm_transfer refuse_refund notify refund_job refund_part refund_job',
  'open_wallet pay notify withdraw refund_job+refund_job wait refund_job+refund_job',
  'open_bank waive confirm_transfer:1 refund_all:1 refund_done:1',
  'open_bank waive confirm_transfer:1+waive:1 refund_one refund_one:1 refund_done:1',
  'open_bank waive+not_received:1 confirm_transfer:1',
  'open_wallet leak open_one pay_all notify:1 notify refund_job refund_job',
  'open_wallet leak open_one:1 pay_all notify:1+notify refuse_refund refund_job refund_again refund_job',
  'open_wallet leak open_one pay_all notify:1 notify refund_one:1+refund_all:1 refund_job refund_job',
  'open_one pay_all open_wallet pay_all notify_all refund_job',
  'open_wallet open_one+open_one pay_all notify_all',
  'open_wallet pay notify refund_one+refund_one refund_one refund_job refund_job',
  'open_wallet pay notify refund_one refuse_refund refund_job refund_again refund_job',
  'open_wallet leak open_one pay_all notify_all refuse_refund refund_job refund_job',
].map(script)

/** Histories that every run begins with: the rare cases of one order for two works, without any fault. */
export const EXAMPLES: readonly History[] = [
  'open_wallet leak open_one pay_all notify:1 notify refund_job refund_job',
  'open_bank waive confirm_transfer:1 refund_all:1 refund_done:1',
  'open_wallet pay notify refund_one refund_job refund_job',
  'open_wallet overpay query',
  'open_wallet pay notify pay_again refund_job',
].map((text) => ({ fee: 'entry', works: 2, batches: script(text) }))

const batch = fc.array(step, { minLength: 1, maxLength: 4 })
const part = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...RISKY) },
  { weight: 3, arbitrary: batch.map((steps) => [steps]) },
)

const about = fc.constantFrom(
  ...([
    { fee: 'entry', works: 1 },
    { fee: 'entry', works: 2 },
    { fee: 'entry', works: 3 },
    { fee: 'package', works: 1 },
  ] as const),
)
const happenings = fc.record({
  batches: fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.flat()),
})

export const history: fc.Arbitrary<History> = fc
  .tuple(about, happenings)
  .map(([kind, what]) => ({ ...kind, ...what }))
