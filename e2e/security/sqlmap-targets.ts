import { ALL_CALLS } from '@awards/shared/contract'

export type Target = {
  name: string
  method: 'GET' | 'POST'
  path: string
  as?: 'entrant' | 'chair'
  input: Record<string, unknown>
}

/** Every kind of field that reaches the database: texts, patterns, numbers, lists, orders, JSON. */
const INPUTS: readonly Omit<Target, 'method' | 'path'>[] = [
  { name: 'index/winnerList', input: { keyword: 'o', edition: '2026', country: 'FR', year: 2026 } },
  { name: 'index/verifyCertificate', input: { number: 'GA-CERT-1' } },
  { name: 'index/blogsAndNewsInfo', input: { slug: 'the-call-is-open' } },
  { name: 'index/winnerInfo', input: { apply_order_id: '42' } },
  { name: 'user/login', input: { email: 'info@aoiworks.example.org', password: 'wrong' } },
  { name: 'email/verifyCode', input: { email: 'info@aoiworks.example.org', scene: 'reset' } },
  {
    name: 'index/sendMessage',
    input: {
      name: 'A',
      email: 'a@example.org',
      subject: 'Hello',
      message: 'Twenty letters at least.',
    },
  },
  { name: 'apply/entryList', as: 'entrant', input: { keyword: 'o', current: 1, pageSize: 10 } },
  { name: 'apply/info', as: 'entrant', input: { apply_order_id: '42' } },
  { name: 'apply/edit', as: 'entrant', input: { apply_order_id: '42', title: 'A chair' } },
  {
    name: 'judge/judgeEntryList',
    as: 'chair',
    input: { keyword: 'o', sort: '-mean', category_id: '42', entry_status: '40', current: 1 },
  },
  { name: 'judge/paymentList', as: 'chair', input: { keyword: 'o', status: '2', current: 1 } },
  { name: 'judge/commentList', as: 'chair', input: { category_id: '42', current: 1 } },
]

/** The requests with which every field is tried. */
export const targetsOf = (): Target[] =>
  INPUTS.map((given) => {
    const call = ALL_CALLS.find(({ name }) => name === given.name)
    if (!call) throw new Error(`${given.name} is not in the contract`)
    return { ...given, method: call.method, path: call.path }
  })
