import type { BroadcastTexts } from '@awards/shared/contract'
import { fillVariables, FORMAT_LOCALES, inLanguage, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { displayedDeadline, formatDateTime } from '../../lib/format.ts'
import { MAIL_TEXTS, type MailRequest } from '../../mail/mail-texts.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { AppContext } from '../../start/app-context.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { scoreDeadlines } from '../jury/assignment/workload.service.ts'
import type { AudienceOf, Reader } from './audience.repository.ts'
import { stopMailsLink } from './stop-mails.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'identity'>

/** Where the button of the mail leads. */
const PAGES: Record<AudienceOf['audience'], string> = {
  drafts: '/account',
  unpaid: '/account',
  corrections: '/account',
  no_package: '/account?tab=awards',
  jurors: '/juryreview',
}
const TITLES_SHOWN = 3

/** Writes the mails of a broadcast: its text in the language of the reader, with the reader's own values. */
export async function broadcastMails(context: Context, db: Db, target: AudienceOf) {
  const { identity, config, clock } = context
  const edition = await editionsRepository(db).find(target.edition_id)
  const ofJurors = await scoreDeadlines(db, target.edition_id, clock())
  const { programme_name } = await identity()

  const deadlineOf = ({ deadline, level }: Reader): Date | undefined =>
    level ? ofJurors[level] : (deadline ?? edition?.closes_at)
  const dateOf = (reader: Reader, language: Language) => {
    const deadline = deadlineOf(reader)
    const { words } = MAIL_TEXTS[language]
    if (!deadline || !edition) return words.no_deadline
    return formatDateTime(displayedDeadline(deadline, edition.timezone), language, edition.timezone)
  }
  const valuesOf = (reader: Reader, language: Language) => ({
    name: reader.name,
    entry: titlesIn(reader.titles, language),
    count: String(reader.count),
    deadline: dateOf(reader, language),
    edition: edition ? inLanguage(edition.name as { en: string }, language) : '',
    programme: inLanguage(programme_name, language),
  })

  /** The mail of a reader; a language without a text has the English one. */
  function mailOf(texts: BroadcastTexts, reader: Reader, wanted: Language = reader.language) {
    const language = texts[wanted].subject ? wanted : 'en'
    const values = valuesOf(reader, language)
    return {
      template: 'broadcast',
      language,
      params: {
        subject: fillVariables(texts[language].subject, values),
        body: fillVariables(texts[language].body, values),
        action: MAIL_TEXTS[language].words[`broadcast_${target.audience}`],
        page: PAGES[target.audience],
        stop: stopMailsLink(config, reader.user_id),
      },
    } as const satisfies Omit<MailRequest, 'to'>
  }

  return {
    mailOf,
    /** What the reader would see. Without the stop link: whoever has it ends the mails of that account. */
    async preview(texts: BroadcastTexts, reader: Reader, shown: Language) {
      const { template, language, params } = mailOf(texts, reader, shown)
      const { organiser, primary_colour: colour } = await identity()
      const programme = inLanguage(programme_name, language)
      const values = { ...params, stop: '', site: config.siteUrl, programme }
      const look = { programme, organiser, colour }
      const { subject, text } = renderMail(template, language, values, look)
      return { subject, text }
    },
  }
}

/** Titles as one enumeration; of many the first, and how many more there are. */
function titlesIn(titles: readonly string[], language: Language): string {
  const { untitled, and_more } = MAIL_TEXTS[language].words
  const shown = titles.slice(0, TITLES_SHOWN).map((title) => title.trim() || untitled)
  const more = titles.length - shown.length
  const parts = more > 0 ? [...shown, and_more.replace('{{count}}', String(more))] : shown
  return new Intl.ListFormat(FORMAT_LOCALES[language], { type: 'conjunction' }).format(parts)
}
