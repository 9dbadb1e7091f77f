import { LANGUAGES } from '@awards/shared/domain'
import type { Capability, Identity, Language } from '@awards/shared/domain'

/** Who makes a signed-in call, read from the session at each call so that changes act at once. */
export type Actor = {
  readonly id: string
  /** 0 entrant, 1 jury, 2 sub-jury, 3 second-level jury (specification §3). */
  readonly identity: Identity
  readonly email: string
  readonly display_name: string
  readonly language: Language
  readonly juror: null | {
    readonly id: string
    readonly level: number
    readonly category_ids: readonly string[]
    readonly capabilities: readonly Capability[]
    /** The present agreement is signed, or there is none to sign. */
    readonly agreement_signed: boolean
  }
}

/** Language of an answer: the first that the browser prefers and the site speaks. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=')
      return { tag: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const known = LANGUAGES.find((language) => language === tag)
    if (known) return known
  }
  return 'en'
}
