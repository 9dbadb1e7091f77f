import { FORMAT_LOCALES, type Language } from '@awards/shared/domain'

const at = (moment: Date, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], options).format(moment)

/** A day as people of the programme's zone write it, for instance 31 January 2027. */
export const dayText = (moment: Date, language: Language, timeZone: string): string =>
  at(moment, language, { dateStyle: 'long', timeZone })

/** The day with its time and zone; a deadline without a zone is a guess. */
export function momentText(moment: Date, language: Language, timeZone: string): string {
  const day = dayText(moment, language, timeZone)
  const time = at(moment, language, { hour: '2-digit', minute: '2-digit', timeZone })
  const zone = zoneText(moment, language, timeZone)
  if (language === 'zh') return `${day} ${time}（${zone}）`
  return `${day}${language === 'fr' ? ' à ' : ' at '}${time} ${zone}`
}

const zoneText = (moment: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
