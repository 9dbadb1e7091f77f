import { useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'
import { useAreaCodesQuery } from './session.api.ts'

/** The countries with their names in the language on screen, in its order, and their dialling codes. */
export function useCountries() {
  const language = useLanguage()
  const { data, isFetching } = useAreaCodesQuery()
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const nameOf = ({ iso2, name, name_cn }: { iso2: string; name: string; name_cn: string }) => {
      if (language === 'fr') return names.of(iso2) ?? name
      return language === 'zh' ? name_cn : name
    }
    return (data ?? [])
      .map((country) => ({ ...country, label: nameOf(country) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language))
  }, [data, language])
  return { countries, isFetching }
}
