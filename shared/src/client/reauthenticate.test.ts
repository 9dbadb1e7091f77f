import { judgeAdded } from '@awards/shared/contract'
import { CODE_SENT, STEP_UP } from '@awards/shared/domain'
import { BusinessError, handleError } from './error-catalogue.ts'
import { callApi } from './call-api.ts'
import { connectClient } from './client-host.ts'

const INPUT = { apply_order_id: '42', reason: 'A reason for the record' }
const ASKED = { code: 409, msg: 'Confirm with a code.', data: { reason: STEP_UP } }
const DONE = { code: 200, msg: 'ok', data: { apply_order_id: '42', entry_status: 90 } }

let toasts: string[]
let sent: unknown[]

/** Answers in turn; `isProven` is what the person makes of the question for a code. */
function connect(answers: unknown[], isProven = true) {
  toasts = []
  sent = []
  let asked = 0
  connectClient({
    notify: (text) => toasts.push(text),
    reauthenticate: async () => {
      asked += 1
      return isProven
    },
    send: async ({ input }) => {
      sent.push(input)
      return answers.shift()
    },
  })
  return () => asked
}

test('a call that takes a code first is made again after it, with all that it carried', async () => {
  const asked = connect([ASKED, DONE])
  await callApi(judgeAdded.disqualify, INPUT).catch(() => undefined)
  expect(asked()).toBe(1)
  expect(sent).toEqual([INPUT, INPUT])
})

test('who does not give the code is told, and nothing is made again', async () => {
  const asked = connect([ASKED, DONE], false)
  await expect(callApi(judgeAdded.disqualify, INPUT)).rejects.toThrow('Confirm with a code.')
  expect(asked()).toBe(1)
  expect(sent).toEqual([INPUT])
  expect(toasts).toEqual(['Confirm with a code.'])
})

test('a call that asks again after the code is refused, not asked for ever', async () => {
  const asked = connect([ASKED, ASKED, DONE])
  await expect(callApi(judgeAdded.disqualify, INPUT)).rejects.toThrow('Confirm with a code.')
  expect(asked()).toBe(1)
})

test('a code that is on its way is no failure to tell', () => {
  connect([])
  handleError(new BusinessError(409, 'Enter the code.', { reason: CODE_SENT }), undefined)
  expect(toasts).toEqual([])
})
