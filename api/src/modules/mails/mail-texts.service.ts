import { isDeepStrictEqual } from 'node:util'
import type { Answer, EditableMail, mailTexts, Parsed } from '@awards/shared/contract'
import {
  inLanguage,
  LANGUAGES,
  MAIL_PARTS,
  requiredVariables,
  wrongParts,
  type Language,
  type MailParts,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { LimitRule } from '../../http/limits.ts'
import { mailSamples, renderMail } from '../../mail/render-mail.ts'
import {
  MAIL_TEMPLATES,
  MAIL_TEXTS,
  placeholdersOf,
  type MailTemplate,
} from '../../mail/mail-texts.ts'
import { writtenTexts, type WrittenText } from '../../mail/outbox.repository.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'

/** Mails whose text is written elsewhere: by the person who sends them, or for those who run the site. */
const NOT_WRITTEN_HERE: readonly MailTemplate[] = [
  'broadcast',
  'contact_message',
  'programme_not_live',
  'release_stopped',
]
const EDITABLE = MAIL_TEMPLATES.filter((one) => !NOT_WRITTEN_HERE.includes(one))
/** Mails that an organiser sends to themselves in an hour. */
const TESTS: LimitRule = { points: 30, seconds: 3_600 }

type Written = Parsed<typeof mailTexts.previewMail>

/** The texts of the mails that the site sends by itself, written within their variables, in versions. */
export function mailTextsService(context: AppContext) {
  const { db, clock, mail, config, identity, limits } = context

  /** Values of a mail: those of the newest entry where it names one, else samples. */
  async function valuesIn(language: Language) {
    const { programme_name } = await identity()
    const programme = inLanguage(programme_name, language)
    return {
      ...mailSamples(language, config.siteUrl, programme),
      ...(await writtenTexts(db).newestEntry()),
    }
  }

  return {
    async list(language: Language): Promise<Answer<typeof mailTexts.mails>> {
      const current = await writtenTexts(db).current()
      return { list: EDITABLE.map((template) => toRow(template, current, language)) }
    },

    async read(name: string, language: Language): Promise<EditableMail> {
      const template = editable(name)
      const versions = await writtenTexts(db).versions(template)
      const current = newestOf(versions)
      return {
        ...toRow(template, current, language),
        variables: variablesIn(template),
        texts: textsOf(template, current),
        versions: versions.map((one) => ({ ...one, changed_at: one.changed_at.toISOString() })),
      }
    },

    save: (actor: Actor, { language, parts, after, ...given }: Parsed<typeof mailTexts.saveMail>) =>
      db.transaction().execute(async (trx) => {
        const template = editable(given.template)
        const written = parts && ownParts(template, language, parts)
        if (written) requireRight(template, language, written)
        const texts = writtenTexts(trx)
        await texts.lock(template)
        const versions = await texts.versions(template)
        if ((versions[0]?.id ?? null) !== after) throw changed()
        const before = newestOf(versions).find((one) => one.language === language)?.parts ?? null
        if (isDeepStrictEqual(before, written)) return { changed: false }
        await texts.add({ template, language, parts: written, by: actor.id, at: clock() })
        await auditRepository(trx).record(actor, 'mail.written', template, {
          before: { language, subject: before?.subject ?? null },
          after: { language, subject: written?.subject ?? null },
        })
        return { changed: true }
      }),

    async preview({ language, parts, ...given }: Written) {
      const template = editable(given.template)
      const written = ownParts(template, language, parts)
      requireRight(template, language, written)
      const { programme_name, organiser, primary_colour: colour } = await identity()
      const look = { programme: inLanguage(programme_name, language), organiser, colour }
      const values = await valuesIn(language)
      const { subject, text } = renderMail(template, language, values, look, written)
      return { subject, text }
    },

    async test(actor: Actor, { language, parts, ...given }: Written) {
      const template = editable(given.template)
      const written = ownParts(template, language, parts)
      requireRight(template, language, written)
      await limits.take('mail_test', actor.id, TESTS)
      const draft = { ...written, subject: `[Test] ${written.subject}` }
      // Values that say who answers a mail or ends it are made up: a test ends nothing.
      const { reply_to: _reply, stop: _stop, ...values } = await valuesIn(language)
      const params = { ...values, stop: '', draft: JSON.stringify(draft) }
      await mail.enqueue(db, { to: actor.email, template, language, params })
      return { to: actor.email }
    },
  }
}

const originalOf = (template: MailTemplate, language: Language): MailParts =>
  pick(MAIL_TEXTS[language][template])

/** The parts that the mail has; others that a caller gives are left out. */
const ownParts = (template: MailTemplate, language: Language, parts: MailParts): MailParts => {
  const original = originalOf(template, language)
  return pick(parts, (part) => original[part] !== undefined)
}

const pick = (parts: MailParts, isWanted: (part: keyof MailParts) => boolean = () => true) =>
  Object.fromEntries(
    MAIL_PARTS.flatMap((part) =>
      parts[part] === undefined || !isWanted(part) ? [] : [[part, parts[part]]],
    ),
  ) as MailParts

const variablesIn = (template: MailTemplate): string[] => [
  ...new Set([...placeholdersOf(template), 'site', 'programme']),
]

const newestOf = (versions: readonly WrittenText[]) =>
  LANGUAGES.flatMap((language) => versions.find((one) => one.language === language) ?? [])

function textsOf(template: MailTemplate, current: readonly WrittenText[]): EditableMail['texts'] {
  const texts = LANGUAGES.map((language) => {
    const original = originalOf(template, language)
    const written = current.find((one) => one.language === language)?.parts ?? null
    return [language, { original, written, required: requiredVariables(original) }]
  })
  return Object.fromEntries(texts) as EditableMail['texts']
}

function toRow(template: MailTemplate, current: readonly WrittenText[], language: Language) {
  const own = current.filter((one) => one.template === template)
  const [last] = own.toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime())
  return {
    template,
    title: MAIL_TEXTS[language][template].title,
    edited: own.filter(({ parts }) => parts).map((one) => one.language),
    changed_at: last?.changed_at.toISOString() ?? null,
    changed_by: last?.changed_by ?? null,
  }
}

function editable(name: string): MailTemplate {
  const template = EDITABLE.find((one) => one === name)
  if (!template) throw new BusinessError(404, 'There is no such mail. Reload the page.')
  return template
}

/** Throws 422 with what is wrong in each part. */
function requireRight(template: MailTemplate, language: Language, parts: MailParts) {
  const wrong = wrongParts(parts, originalOf(template, language), variablesIn(template))
  const messages = Object.entries(wrong).map(([part, sentences]) => [`parts.${part}`, sentences])
  if (messages.length > 0) throw new BusinessError(422, Object.fromEntries(messages))
}

const changed = () =>
  new BusinessError(409, 'Somebody else has written this mail meanwhile. Reload it first.', {
    reason: 'CHANGED',
  })
