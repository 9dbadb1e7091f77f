import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/contract'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'

/** Options of a country select: names in the language on screen, in its order. */
export function useCountries() {
  const { data } = useApiQuery(publication.getGlobalAreaCode)
  const { countryName } = useFormat()
  const locale = FORMAT_LOCALES[useLanguage()]
  return useMemo(
    () =>
      (data ?? [])
        .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2) }))
        .sort((a, b) => a.label.localeCompare(b.label, locale)),
    [data, countryName, locale],
  )
}
