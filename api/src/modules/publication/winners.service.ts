import type { Answer, Parsed, publication, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import { certificatesRepository } from './certificates.repository.ts'
import { translated } from '../../app/translated.ts'
import { toWinnerCard, toWinnerInfo } from './winners.mapper.ts'
import { winnersRepository } from './winners.repository.ts'

type Filter = Parsed<typeof publication.winnerList>
type Window = Parsed<typeof publication.indexWinnerList>

// One answer for what is hidden, not yet published and unknown, so that nothing can be guessed.
const notPublic = () =>
  new BusinessError(404, 'There is no such work among the winners. Please go back to the list.')

/** The winners, and the certificates that prove them. */
export const winnersService = (context: AppContext) => ({
  async list(input: Filter, language: Language) {
    const { current, pageSize, ...filter } = input
    const { rows, total } = await winnersRepository(context.db).page(filter, input)
    return {
      list: rows.map((row) => toWinnerCard(row, language)),
      total,
      current,
      pageSize,
    }
  },

  /** The same for the home page: by level, in another order each day. */
  async featured({ current, pageSize }: Window, language: Language) {
    const day = context.clock().toISOString().slice(0, 10)
    const { rows, total } = await winnersRepository(context.db).page({}, { current, pageSize }, day)
    return {
      list: rows.map((row) => toWinnerCard(row, language)),
      total,
      current,
      pageSize,
    }
  },

  async info(id: string, language: Language): Promise<Answer<typeof publication.winnerInfo>> {
    const winners = winnersRepository(context.db)
    const row = await winners.find(id)
    if (!row) throw notPublic()
    const images = await winners.images(id)
    const neighbours = await winners.neighbours(id, row.edition_id)
    return toWinnerInfo(row, { images, neighbours }, language)
  },

  /** What a certificate is worth today. One that does not hold says so, and nothing else. */
  async verify(
    number: string,
    language: Language,
  ): Promise<Answer<typeof publicationAdded.verifyCertificate>> {
    const found = await certificatesRepository(context.db).find(number.toUpperCase())
    if (!found) {
      throw new BusinessError(
        404,
        'There is no certificate with this number. Check it against the paper; it looks like C-GA26-MOB-0001.',
      )
    }
    const isValid = found.status === 'valid'
    const isPublic = isValid && (await winnersRepository(context.db).isPublic(found.apply_order_id))
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
    }
  },
})

const statusOf = (status: string) =>
  status === 'valid' || status === 'suspended' ? status : 'revoked'
