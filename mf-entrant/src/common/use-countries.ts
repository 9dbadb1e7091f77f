import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/contract'
import { FORMAT_LOCALES, useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'

/** Countries to choose from, in the words and the order of the language on screen. */
export function useCountries() {
  const { data } = useApiQuery(publication.getGlobalAreaCode)
  const tag = FORMAT_LOCALES[useLanguage()]
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return (data ?? [])
      .map(({ iso2, name }) => ({ value: iso2, label: names.of(iso2) ?? name }))
      .sort((a, b) => a.label.localeCompare(b.label, tag))
  }, [data, tag])
}
