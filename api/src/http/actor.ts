import {
  LANGUAGES,
  type AccountRight,
  type ApiScope,
  type Capability,
  type Identity,
  type Language,
} from '@awards/shared/domain'

/** Somebody who sees the site as another person until then. */
export type Onlooker = {
  readonly id: string
  readonly identity: Identity
  readonly name: string
  readonly until: string
}

/** The key with which a program calls in the name of an account. */
export type ActorKey = {
  readonly id: string
  readonly prefix: string
  readonly scopes: readonly ApiScope[]
}

/** The signed-in user of a call; read from the database at each call, so that changes take effect at once. */
export type Actor = {
  readonly id: string
  /** 0 entrant, 1 jury, 2 sub-jury, 3 second-level jury (specification §3). */
  readonly identity: Identity
  readonly email: string
  readonly display_name: string
  readonly language: Language
  /** What the account may do for the programme beside its identity. */
  readonly rights: readonly AccountRight[]
  /** The organiser who sees the site as this person, for the audit log and the access log; null for the person. */
  readonly seen_by?: Onlooker | null
  /** The key of the program that calls; undefined in a session. */
  readonly key?: ActorKey
  /** The actor judges in an edition whose judging is open: the rights give nothing meanwhile. */
  readonly are_rights_resting: boolean
  readonly juror: null | {
    readonly id: string
    readonly level: number
    readonly category_ids: readonly string[]
    readonly capabilities: readonly Capability[]
    /** True if the current agreement is signed, or none exists. */
    readonly agreement_signed: boolean
  }
}

/** The rights that count now. */
export const effectiveRights = ({
  rights,
  are_rights_resting,
}: Pick<Actor, 'rights' | 'are_rights_resting'>): readonly AccountRight[] =>
  are_rights_resting ? [] : rights

/** The first supported language of an `Accept-Language` header (or a plain language tag), else English. */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=')
      return { tag: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const supported = LANGUAGES.find((language) => language === tag)
    if (supported) return supported
  }
  return 'en'
}
