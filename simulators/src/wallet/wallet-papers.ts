import { createHash, createHmac } from 'node:crypto'
import { refusal } from './wallet-api.ts'
import type { ApiAnswer, Dependencies } from './wallet-api.ts'
import { seal } from './wallet-crypto.ts'
import { beijingDay, statementOf } from './wallet-statement.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const YEARS_5 = 5 * 365 * 86_400_000

/** What a merchant fetches beside orders: the platform's certificates, and the statement of a day. */
export function walletPapers({ keys, book, now }: Pick<Dependencies, 'keys' | 'book' | 'now'>) {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
  const token = (day: string) => createHmac('sha256', keys.apiV3Key).update(day).digest('hex')

  /** The file of a day, or why there is none yet. */
  function file(day: string, isGlobal: boolean): string | ApiAnswer {
    if (!DAY.test(day)) return refusal(400, 'PARAM_ERROR', 'date')
    if (day >= beijingDay(now().getTime())) {
      return refusal(400, 'STATEMENT_CREATING', '账单生成中')
    }
    const books = { orders: book.orders(), refunds: book.refunds() }
    return (
      statementOf(keys, books, day, isGlobal) ??
      refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    )
  }

  return {
    certificates(): ApiAnswer {
      const { serial, pem, from } = keys.certificate
      const certificate = {
        serial_no: serial,
        effective_time: from,
        expire_time: new Date(Date.parse(from) + YEARS_5).toISOString(),
        encrypt_certificate: seal(keys, 'certificate', pem),
      }
      return { status: 200, body: { data: [certificate] } }
    },

    /** Across the border the file comes at once; what is signed is its hash. */
    statement(date: string | null): ApiAnswer {
      const day = (date ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
      const text = file(day, true)
      return typeof text === 'string' ? { status: 200, text, sha1: sha1(text) } : text
    },

    /** At home there is a ticket first, with the hash of the file that it is for. */
    bill(day: string | null, host: string): ApiAnswer {
      const text = file(day ?? '', false)
      if (typeof text !== 'string') return text
      const download_url = `http://${host}/v3/billdownload/file?token=${day}.${token(day ?? '')}`
      return { status: 200, body: { hash_type: 'SHA1', hash_value: sha1(text), download_url } }
    },

    /** The file of a ticket, unsigned. */
    download(ticket: string | null): ApiAnswer {
      const [day = '', proof] = (ticket ?? '').split('.')
      if (proof !== token(day)) return refusal(401, 'SIGN_ERROR', 'token')
      const text = file(day, false)
      return typeof text === 'string' ? { status: 200, text } : text
    },
  }
}
