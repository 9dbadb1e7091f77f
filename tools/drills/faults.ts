/** One thing that breaks: how it is rehearsed, what has to hold, and what people notice. */
export type Fault = {
  fault: string
  how: string
  bar: string
  /** Name of the drill; a fault without one is rehearsed by its tests alone. */
  drill?: string
  /** Files of tests, from the root. */
  tests: readonly string[]
  visitor: string
}

const E2E = 'e2e/src'

/** What the site promises; every fault below is one of these put to the test. */
export const PROMISES = [
  'What was answered with code 200 is kept: the answer leaves after PostgreSQL has written its log to the disk.',
  'A creation that is sent again with its key gives the first answer; a payment is booked once, however often it is told.',
  'An answer that never came means that nobody knows: pages ask again and go on from what the server has.',
  'What cannot be done now is refused with a sentence that says what to do, never by silence. The codes are 503 (the database or the disk is away), 429 (too often), 423 (closed).',
  'Public pages that were read lately are answered from memory while the database is away.',
  'Mails and refunds wait in the database until their server is back, and leave once.',
  "The server's clock decides about deadlines. What arrives in the last second counts; a draft can be handed in for half an hour longer, as it was saved.",
  'One process at a time holds a data folder; the second says so and ends.',
]

/** Every fault of the table, in the order of the page. */
export const FAULTS: readonly Fault[] = [
  {
    fault: 'The process dies',
    how: 'kill -9 fifty times under drafts, uploads, submissions, payments, scores, registrations and sessions; every third time PostgreSQL with it',
    bar: '0 confirmed writes lost, ready in 3 s, 0 files without a row after the reconciliation',
    drill: 'kill',
    tests: [`${E2E}/crash.browser.test.ts`, `${E2E}/payment-crash.browser.test.ts`],
    visitor:
      'A call that was under way fails; the page says so, keeps the words and sends them again',
  },
]
