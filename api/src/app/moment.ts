import type { Language } from '@awards/shared/domain'

const LOCALES: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR', zh: 'zh-CN' }

const at = (moment: Date, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[language], options).format(moment)

/** A day as people of the programme's zone write it, for instance 31 January 2027. */
export const dayText = (moment: Date, language: Language, timeZone: string): string =>
  at(moment, language, { dateStyle: 'long', timeZone })

/** The day with its time and zone; a deadline without a zone is a guess. */
export const momentText = (moment: Date, language: Language, timeZone: string): string =>
  at(moment, language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone },
  })
