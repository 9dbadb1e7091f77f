import countries from 'world-countries'

export type AreaCode = {
  id: string
  name: string
  name_cn: string
  iso2: string
  dial_code: string
  flag: string
}

// Countries that share a code with others have long lists of prefixes; the common code is enough.
const SHARED = { '+1': '+1', '+7': '+7' } as const

/** Dialling codes of the world by English name; a country without telephone code is left out. */
export const AREA_CODES: readonly AreaCode[] = countries
  .flatMap((country) => {
    const { root, suffixes } = country.idd
    if (!root) return []
    const isShared = Object.hasOwn(SHARED, root)
    const dialCode = isShared || suffixes.length !== 1 ? root : `${root}${suffixes[0]}`
    return [
      {
        id: country.ccn3 || country.cca2,
        name: country.name.common,
        name_cn: country.translations['zho']?.common ?? country.name.common,
        iso2: country.cca2,
        dial_code: dialCode,
        flag: country.flag,
      },
    ]
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))
