import type { StatementFact } from '../provider.ts'

const TIME = '交易时间'
const STATE = '交易状态'
const TRANSACTION = '微信订单号'
const ORDER = '商户订单号'
const REFUND = '商户退款单号'
const REFUND_STATE = '退款状态'
/** The contracts call amount and currency by different names. */
const AMOUNTS = ['订单金额', '订单金额(标价币种)']
const CURRENCIES = ['货币种类', '标价币种']
const REFUNDED = ['申请退款金额', '退款金额']
/** A refund that failed has left the money where it was. */
const REFUNDS_THAT_COUNT = new Set(['SUCCESS', 'PROCESSING'])

type Cells = Map<string, string>

/**
 * The movements in a statement: a line of column names, one line per movement whose values stand
 * behind backticks, then a summary, which repeats nothing that we need.
 */
export function readStatement(text: string): StatementFact[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',')
  if (!names.includes(TIME)) throw new Error('A statement of WeChat begins with other columns')
  const end = lines.findIndex((line) => !line.startsWith('`'))
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const values = line.slice(1).split(',`')
    return factOf(new Map(names.map((name, place) => [name, values[place]?.trim() ?? ''])))
  })
}

function factOf(cells: Cells): StatementFact[] {
  const cell = (...names: string[]) => names.map((name) => cells.get(name)).find(Boolean) ?? ''
  const basis = {
    order_no: cell(ORDER) || null,
    currency: cell(...CURRENCIES),
    at: new Date(`${cell(TIME).replace(' ', 'T')}+08:00`),
  }
  switch (cell(STATE)) {
    case 'SUCCESS': {
      const amount_minor = minorOf(cell(...AMOUNTS))
      return [{ ...basis, fact: 'payment', reference: cell(TRANSACTION), amount_minor }]
    }
    case 'REFUND': {
      if (!REFUNDS_THAT_COUNT.has(cell(REFUND_STATE))) return []
      const amount_minor = minorOf(cell(...REFUNDED))
      return [{ ...basis, fact: 'refund', reference: cell(REFUND), amount_minor }]
    }
    default:
      return []
  }
}

/** Hundredths of a decimal number, exactly. */
function minorOf(decimal: string): number {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new Error(`A statement of WeChat has the amount ${decimal}`)
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
