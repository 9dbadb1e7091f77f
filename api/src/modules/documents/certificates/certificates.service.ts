import { ENTRY_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import {
  certificatesRepository,
  type CertificateSubject,
  certificateProofs,
} from './certificates.repository.ts'
import { documentFiles } from '../document-files.ts'
import { programmeOf } from '../documents.repository.ts'
import type { Script } from '../pdf/fonts.ts'
import { type CertificateContent, mayReadDocuments } from '../documents.types.ts'

/** Certificates of awarded entries; `publication` says whether one is genuine. */
export function certificatesService(context: AppContext) {
  const { db, clock, config, log } = context
  const files = documentFiles(context)
  const proofs = certificateProofs(context)

  return {
    async print(actor: Actor, entryId: string, lang: 'fr' | 'en') {
      await mayReadDocuments(context, actor, entryId, 'view')
      const subject = await certificatesRepository(db).ofEntry(entryId)
      requireAwarded(subject)
      const issued = subject.number ? subject : await issueCertificate(db, clock(), subject)
      await proofs.of(issued.number ?? '')
      const content = await contentOf(issued, lang)
      if (!content) throw nameNotPrintable()
      const { number } = content
      const links = await files.links(number, { kind: 'certificate', content }, number)
      return { ...links, number }
    },

    /** The stored PDF of an entry's certificate; undefined unless it is valid and its name can be printed. */
    async storedPdf(entryId: string, lang: 'fr' | 'en') {
      const subject = await certificatesRepository(db).ofEntry(entryId)
      if (!subject?.number || !subject.is_published || statusOf(subject) !== 'valid')
        return undefined
      const content = await contentOf(subject, lang)
      return (
        content && {
          number: content.number,
          key: await files.keyOf({ kind: 'certificate', content }),
        }
      )
    },
  }

  /** Undefined where the fonts can print no name of the holder. */
  async function contentOf(
    subject: CertificateSubject,
    lang: 'fr' | 'en',
  ): Promise<CertificateContent | undefined> {
    const { name, organiser, primary_colour, certificate } = await programmeOf(db)
    const number = subject.number ?? ''
    const script = SCRIPTS[subject.country ?? ''] ?? 'sc'
    const holder = await printable(subject, script)
    if (holder === undefined) return undefined
    return {
      lang,
      number,
      programme: bilingual(name),
      edition: bilingual(subject.edition_name),
      year: subject.edition_year,
      primary_colour,
      level: bilingual(subject.award_name ?? { en: '' }),
      entry_title: subject.title,
      title_local: subject.title_local,
      holder,
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
      script,
      verify_url: new URL(paths.verify(number), config.publicSiteUrl).href,
    }
  }

  /** The first name of the holder that the fonts can print in full, if any. */
  async function printable(
    subject: CertificateSubject,
    script: Script,
  ): Promise<string | undefined> {
    for (const name of [subject.holder ?? holderOf(subject), ...subject.names]) {
      const signs = await files.missing(name, script)
      if (signs.length === 0) return name
      log.warn('certificates.missing_signs', { number: subject.number, signs: signs.join('') })
    }
    return undefined
  }
}

const nameNotPrintable = () =>
  new BusinessError(
    409,
    'The name on this certificate has characters that we cannot print. Give it in Latin letters as the name for the certificate.',
    { reason: 'NAME_NOT_PRINTABLE' },
  )

/** Issues a certificate at the first print, if the award was given after publication. */
async function issueCertificate(db: Db, now: Date, subject: CertificateSubject) {
  const certificates = certificatesRepository(db)
  await certificates.insert(subject, holderOf(subject), now)
  const issued = await certificates.ofEntry(subject.apply_order_id)
  if (!issued) throw new Error(`Entry ${subject.apply_order_id} is gone`)
  return issued
}

const holderOf = ({ names }: CertificateSubject): string => names[0] ?? ''

/** Countries whose Han characters have other glyphs than Chinese. */
const SCRIPTS: Record<string, Script> = { JP: 'jp', KR: 'kr' }

function statusOf({ status, entry_status }: CertificateSubject) {
  if (entry_status === ENTRY_STATUS.disqualified) return 'revoked' as const
  return status ?? ('valid' as const)
}

const INVALID = {
  suspended: 'This certificate is suspended. Write to us if you think it should not be.',
  revoked: 'This certificate is revoked. Write to us if you think it should not be.',
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
    throw new BusinessError(403, INVALID[status], {
      reason: status.toUpperCase(),
    })
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
