import type { Answer, Parsed, publication, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { certificateProofs } from '../documents/certificates/certificate-proofs.ts'
import { certificatesRepository } from './certificates.repository.ts'
import { translated } from '../../lib/translated.ts'
import { besides, pageOf, winnerOrder, type WinnerOrder } from './winner-order.ts'
import { toCard, toSheet } from './winners.mapper.ts'
import { winnersRepository } from './winners.repository.ts'

type Filter = Parsed<typeof publication.winnerList>
type Window = Parsed<typeof publication.indexWinnerList>

// One answer for what is hidden, not yet published and unknown, so that nothing can be guessed.
const notPublic = () =>
  new BusinessError(404, 'There is no such work among the winners. Please go back to the list.')

/** The winners, and the certificates that prove them. */
export const winnersService = (context: AppContext) => {
  const winners = winnersRepository(context.db)
  const orders = winnerOrder(context)
  const certificates = certificatesRepository(context.db)
  const proofs = certificateProofs(context)

  async function page(order: WinnerOrder, { current, pageSize }: Window, language: Language) {
    const ids = pageOf(order, current, pageSize)
    const rows = ids.length > 0 ? await winners.cards(ids) : []
    const list = rows.map((row) => toCard(row, language))
    return { list, total: order.ids.length, current, pageSize }
  }

  return {
    async list({ current, pageSize, ...filter }: Filter, language: Language) {
      return page(await orders.of(filter), { current, pageSize }, language)
    },

    /** Winners for the home page: by level, in another order each day. */
    async featured(window: Window, language: Language) {
      const day = context.clock().toISOString().slice(0, 10)
      return page(await orders.ofDay(day), window, language)
    },

    async info(id: string, language: Language) {
      const beside = besides(await orders.of({}), id)
      const row = beside && (await winners.sheet(id, beside))
      if (!row) throw notPublic()
      return toSheet(row, language)
    },

    /** What a certificate is worth today. One that does not hold says so, and nothing else. */
    async verify(
      number: string,
      language: Language,
    ): Promise<Answer<typeof publicationAdded.verifyCertificate>> {
      const found = await certificates.find(number.toUpperCase())
      if (!found) {
        throw new BusinessError(
          404,
          'There is no certificate with this number. Check every letter and digit against the paper.',
        )
      }
      const isValid = found.status === 'valid'
      const isPublic = isValid && (await winners.isPublic(found.apply_order_id))
      return {
        number: found.number,
        status: statusOf(found.status),
        title: isValid ? found.title : null,
        holder: isValid ? found.holder : null,
        award: isValid ? translated(found.award_name, language) : null,
        category: isValid ? translated(found.category_name, language) : null,
        edition: translated(found.edition_name, language),
        issued_at: found.issued_at.toISOString(),
        apply_order_id: isPublic ? found.apply_order_id : null,
        proof: isValid ? await proofs.of(found.number) : null,
      }
    },
  }
}

const statusOf = (status: string) =>
  status === 'valid' || status === 'suspended' ? status : 'revoked'
