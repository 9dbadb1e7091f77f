import { Readable } from 'node:stream'
import type { Answer, Parsed, money } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { BYTE_ORDER_MARK, csvRow, type CsvRow } from '../../lib/csv.ts'
import { signedUrl } from '../../lib/signed-token.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { bookExportsRepository, booksRepository, type Period } from './books.repository.ts'
import {
  INVOICE_HEAD,
  invoiceBook,
  LEDGER_HEAD,
  ledgerBook,
  withHiddenBuyers,
  TAX_HEAD,
  taxReport,
} from './books.ts'
import { DAY_MS } from '../../lib/time.ts'

type ExportRequest = Parsed<typeof money.exportBooks>
type Book = {
  filename: string
  head: CsvRow
  /** `blind` editions have no buyers yet. */
  lines: (period: Period, blind: readonly string[]) => AsyncIterable<CsvRow>
}

const LONGEST_DAYS = 366

/** Exports for the accountant and for the tax office. */
export function booksService(context: AppContext) {
  const { db, clock, config, storage } = context
  const books = booksRepository(db)
  const BOOKS: Record<ExportRequest['kind'], Book> = {
    ledger: {
      filename: 'encaissements',
      head: LEDGER_HEAD,
      lines: (period) => ledgerBook(books.movements(period)),
    },
    invoices: {
      filename: 'factures',
      head: INVOICE_HEAD,
      lines: (period, blind) => invoiceBook(withHiddenBuyers(books.documents(period), blind)),
    },
    e_reporting: {
      filename: 'e-reporting',
      head: TAX_HEAD,
      lines: (period, blind) =>
        taxReport(
          withHiddenBuyers(books.documents(period), blind),
          withHiddenBuyers(books.movements(period), blind),
        ),
    },
  }

  return {
    /** Streams the days to a file and returns a short-lived link to it. */
    async export(actor: Actor, request: ExportRequest): Promise<Answer<typeof money.exportBooks>> {
      const { kind, from, to } = request
      requireRange(request)
      const { time_zone: zone } = await context.identity()
      const blind = await editionsRepository(db).blindEditions(clock())
      const book = BOOKS[kind]
      let rows = 0
      async function* text() {
        yield BYTE_ORDER_MARK + csvRow(book.head, 'french')
        for await (const line of book.lines({ from, to, zone }, blind)) {
          if (line[0] !== 'Total') rows += 1
          yield csvRow(line, 'french')
        }
      }
      const key = newStorageKey('csv')
      await storage.put(key, Readable.from(text()))
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const row = { kind, first_day: from, last_day: to, rows, created_at: now }
        await bookExportsRepository(trx).add({ ...row, storage_key: key, by_user_id: actor.id })
        await auditRepository(trx).record(actor, 'books.exported', kind, { after: { from, to } })
      })
      const filename = `${book.filename}_${from}_${to}.csv`
      return { url: signedUrl(config.secret, now, { key, filename }), filename, rows }
    },
  }
}

function requireRange({ from, to }: ExportRequest) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw new BusinessError(422, { to: ['The last day is before the first'] })
  if (days > LONGEST_DAYS) {
    throw new BusinessError(422, { to: ['Choose at most a year, and export the rest by itself'] })
  }
}
