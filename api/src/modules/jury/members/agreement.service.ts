import type { Answer, Parsed, jurySeat } from '@awards/shared/contract'
import { PUBLIC_MAIL_DOMAINS, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { translated } from '../../../lib/translated.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { agreementRepository } from './agreement.repository.ts'
import { noSeat } from '../jury.policy.ts'
import { recuseFromEntries } from './recusal.ts'

type Statement = Parsed<typeof jurySeat.signAgreement>

/** Reading and signing the jury agreement, with the juror's affiliations. */
export function agreementService(context: AppContext) {
  const { db, clock } = context

  return {
    async read(actor: Actor, language: Language): Promise<Answer<typeof jurySeat.agreement>> {
      const { id } = seatOf(actor)
      const agreement = await agreementRepository(db).inForce(clock())
      if (!agreement) throw noAgreement()
      const statement = await agreementRepository(db).findStatement(id)
      const isSigned = statement.agreement_version === agreement.version
      return {
        version: agreement.version,
        title: translated(agreement.title, language),
        html: translated(agreement.html, language),
        signed_at: (isSigned && statement.agreement_signed_at?.toISOString()) || null,
        affiliations: statement.affiliations,
        email_domains: statement.email_domains,
      }
    },

    /** Signs the version in force. Throws 409 if it has changed since it was read. Recuses from entries in conflict. */
    sign(actor: Actor, input: Statement): Promise<Answer<typeof jurySeat.signAgreement>> {
      const { id } = seatOf(actor)
      refusePublicDomains(input.email_domains)
      return db.transaction().execute(async (trx) => {
        const repository = agreementRepository(trx)
        const now = clock()
        const agreement = await repository.inForce(now)
        if (!agreement) throw noAgreement()
        const { version } = agreement
        if (input.version !== version) throw versionChanged(version)
        const affiliations = unique(input.affiliations.map((name) => name.trim()))
        const email_domains = unique([
          ...input.email_domains.map((domain) => domain.toLowerCase()),
          ...ownDomain(actor.email),
        ])
        // A trigger on the affiliations inserts the conflicts.
        await repository.sign(id, { version, affiliations, email_domains }, now)
        await recuseFromEntries(context, trx, id)
        await auditRepository(trx).record(actor, 'jury.agreement_signed', id, {
          after: { version, affiliations, email_domains },
        })
        return { signed_at: now.toISOString(), conflicts: await repository.conflictCount(id) }
      })
    },
  }
}

function seatOf({ juror }: Actor) {
  if (!juror) throw noSeat()
  return juror
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** The mail domain of the account, unless it is a public provider's. */
function ownDomain(email: string): string[] {
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  return domain === '' || PUBLIC_MAIL_DOMAINS.includes(domain) ? [] : [domain]
}

/** Public mail domains are refused: they would put every entrant with such an address in conflict. */
function refusePublicDomains(domains: readonly string[]) {
  const problems: Record<string, string[]> = {}
  domains.forEach((domain, index) => {
    if (!PUBLIC_MAIL_DOMAINS.includes(domain.toLowerCase())) return
    problems[`email_domains.${index}`] = [
      'This is a mail provider for everybody. Give the domain of an organisation.',
    ]
  })
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
}

const noAgreement = () =>
  new BusinessError(404, 'There is no agreement to sign yet. The organiser publishes it.')

const versionChanged = (version: string) =>
  new BusinessError(409, 'The agreement has changed. Read the new version, then sign it.', {
    reason: 'VERSION',
    version,
  })
