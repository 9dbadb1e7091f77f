import { ENTRY_STATUS, inLanguage } from '@awards/shared/domain'
import type { Language, Translated } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { certificatesRepository } from './certificates.repository.ts'
import type { CertificateSubject } from './certificates.repository.ts'
import { documentFiles } from './document-files.ts'
import { mayReadDocuments } from './documents.policy.ts'
import { documentsRepository } from './documents.repository.ts'
import { programmeOf } from './organiser.ts'
import { certificatePdf } from './pdf/certificate-pdf.ts'
import type { CertificateContent } from './pdf/certificate-pdf.ts'

/** Certificates of awarded entries, and the public page that says whether one is genuine. */
export function certificatesService(context: AppContext) {
  const { db, clock, config } = context
  const files = documentFiles(context)

  return {
    async print(actor: Actor, entryId: string, lang: 'fr' | 'en') {
      await mayReadDocuments(db, actor, entryId)
      const subject = await certificatesRepository(db).ofEntry(entryId)
      requireAwarded(subject)
      const issued = subject.number ? subject : await issueCertificate(db, clock(), entryId)
      const content = await contentOf(issued, lang)
      const url = await files.link({
        filename: `${content.number}.pdf`,
        content,
        render: (fonts) => certificatePdf(fonts, content),
      })
      return { url, number: content.number }
    },

    async verify(number: string, language: Language) {
      const found = await certificatesRepository(db).byNumber(number.trim().toUpperCase())
      if (!found?.number || !found.issued_at || !found.is_published) {
        throw new BusinessError(404, 'No certificate has this number. Check it letter by letter.')
      }
      const status = statusOf(found)
      const isValid = status === 'valid'
      const text = (texts: Translated | null) => (texts ? inLanguage(texts, language) : null)
      return {
        number: found.number,
        status,
        title: isValid ? found.title : null,
        holder: isValid ? found.holder : null,
        award: isValid ? text(found.award_name) : null,
        category: isValid ? text(found.category_name) : null,
        edition: inLanguage(found.edition_name, language),
        issued_at: found.issued_at.toISOString(),
        apply_order_id: isValid ? found.apply_order_id : null,
      }
    },
  }

  async function contentOf(
    subject: CertificateSubject,
    lang: 'fr' | 'en',
  ): Promise<CertificateContent> {
    const { name, organiser, certificate } = await programmeOf(db)
    const number = subject.number ?? ''
    return {
      lang,
      number,
      programme: bilingual(name),
      edition: bilingual(subject.edition_name),
      year: subject.edition_year,
      level: bilingual(subject.award_name ?? { en: '' }),
      entry_title: subject.title,
      title_local: subject.title_local,
      holder: subject.holder ?? holderOf(subject),
      designers: (subject.designers ?? []).flatMap((one) => one.name ?? []),
      country: countryName(subject.country),
      category: bilingual(subject.category_name),
      section: bilingual(subject.section_name),
      organiser: organiser.name,
      place: certificate?.place ?? organiser.city,
      issued_at: subject.issued_at ?? clock(),
      signatures: (certificate?.signatures ?? []).map((one) => ({
        name: one.name,
        role: bilingual(one.role),
      })),
      verify_url: new URL(paths.verify(number), config.publicSiteUrl).href,
    }
  }
}

/** Issues the certificate of an awarded entry, once; for publication and for the first print. */
export const issueCertificate = (db: Db, now: Date, entryId: string): Promise<CertificateSubject> =>
  db.transaction().execute((trx) => issueCertificateIn(trx, now, entryId))

/** The same within the transaction that publishes the results. */
export async function issueCertificateIn(trx: Db, now: Date, entryId: string) {
  const certificates = certificatesRepository(trx)
  await certificates.lockEntry(entryId)
  const subject = await certificates.ofEntry(entryId)
  requireAwarded(subject)
  if (subject.number) return subject
  const series = `certificate-${subject.edition_code}`
  const count = await documentsRepository(trx).nextNumber(series)
  const number = `${subject.edition_code}-C${String(count).padStart(4, '0')}`.toUpperCase()
  await certificates.insert(entryId, subject.award_id ?? '', number, holderOf(subject), now)
  const issued = await certificates.ofEntry(entryId)
  if (!issued) throw new Error(`Entry ${entryId} is gone`)
  return issued
}

const holderOf = (subject: CertificateSubject): string =>
  subject.certificate_name ??
  subject.company ??
  subject.designers?.find((one) => one.name)?.name ??
  subject.account_name

function statusOf({ status, entry_status }: CertificateSubject) {
  if (entry_status === ENTRY_STATUS.disqualified) return 'revoked' as const
  return status ?? ('valid' as const)
}

function requireAwarded(
  subject: CertificateSubject | undefined,
): asserts subject is CertificateSubject {
  if (!subject?.is_published) {
    throw new BusinessError(423, 'Certificates are issued when the results are published.', {
      reason: 'NOT_PUBLISHED',
    })
  }
  const status = statusOf(subject)
  if (status !== 'valid') {
    throw new BusinessError(
      403,
      `This certificate is ${status}. Write to us if you think it should not be.`,
      {
        reason: status.toUpperCase(),
      },
    )
  }
  if (subject.entry_status !== ENTRY_STATUS.awarded || !subject.award_id) {
    throw new BusinessError(404, 'This entry has no certificate: it received no award.')
  }
}

const bilingual = (texts: { en: string; fr?: string | undefined }) => ({
  en: texts.en,
  fr: texts.fr ?? texts.en,
})

const countryName = (code: string | null) =>
  code
    ? {
        fr: new Intl.DisplayNames('fr', { type: 'region' }).of(code) ?? code,
        en: new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code,
      }
    : null
