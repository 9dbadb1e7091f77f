type WithTimeZones = { getTimeZones?: () => string[]; timeZones?: string[] }

/** The time zones of a country, where the browser knows them. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & WithTimeZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/**
 * Where somebody probably is: the country of the clock, else that of the browser's language. Nothing
 * is asked of anybody for it, and a guess can be changed.
 */
export function guessCountry(
  countries: readonly string[],
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: readonly string[] = navigator.languages,
): string | undefined {
  const here = countries.find((country) => zonesOf(country).includes(zone))
  if (here) return here
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
  return regions.find((region) => region !== undefined && countries.includes(region))
}
