import type { ErrorData, FieldMessages, OidcStep } from '@awards/shared/contract'
import { inLanguage, PRIMARY_COLOUR, type Language, type Translated } from '@awards/shared/domain'

/** What the server tells the browser about this installation. */
export type SiteConfiguration = {
  programme_name: { en: string; fr?: string | undefined; zh?: string | undefined }
  organiser: string
  primary_colour: string
  /** Prefix of every call; the contract's paths begin with `/api`, which this replaces. */
  api_base_url: string
  /** Optional base path of the router (specification §2). */
  base_path: string
  /** Where `/` leads to; the specification's target unless the operator names another. */
  home_path: string
  /** Where the site itself stands, without a slash at the end; empty where nobody has said so. */
  site_url: string
  /** The two absolute links of the specification (§2); empty when there is no such site. */
  public_site_url: string
  admin_site_url: string
  /** Where else the programme is found. */
  social: readonly { name: string; url: string }[]
  /** Zone in which the programme states its deadlines. */
  time_zone: string
  /** Version of the shell that this page runs. */
  shell_version: string
  /** The channel whose releases this site shows. */
  channel: 'production' | 'staging'
  /** Whether visitors may hold remotes at other releases (`?mfe=`). */
  pins: 'on' | 'preview' | 'off'
  /** The part of visits whose speed is measured, from 0 to 1. */
  vitals_sample: number
  /** Organisations by way of which people sign in. */
  sign_in_with: readonly { id: string; label: Translated }[]
  /** Where payments are only pretended, the page on which that is done; else empty. */
  payment_simulator: string
}

const DEFAULTS: SiteConfiguration = {
  programme_name: { en: 'Design Awards' },
  organiser: '',
  primary_colour: PRIMARY_COLOUR,
  api_base_url: '/api',
  base_path: '/',
  home_path: '/account',
  site_url: '',
  public_site_url: '',
  admin_site_url: '',
  social: [],
  time_zone: 'Europe/Paris',
  shell_version: '0.0.0',
  channel: 'production',
  pins: 'off',
  vitals_sample: 0,
  sign_in_with: [],
  payment_simulator: '',
}

/**
 * The configuration as the server gives it: inlined in the document as
 * `<script type="application/json" id="site-configuration">`. Every value has a sensible default, so that
 * a page served without it (a test, a remote on its own) works; one of another kind is refused.
 */
export const SiteConfiguration = {
  parse(given: unknown): SiteConfiguration {
    const values = Object.entries(Object(given)).filter(([, value]) => value !== undefined)
    for (const [name, value] of values) {
      const standard = DEFAULTS[name as keyof SiteConfiguration]
      if (standard === undefined || typeof value === typeof standard) continue
      throw new TypeError(`The site's configuration has a ${typeof value} as ${name}`)
    }
    return { ...DEFAULTS, ...Object.fromEntries(values) }
  },
}

const CONFIGURATION_ID = 'site-configuration'
let known: SiteConfiguration | undefined

/** Takes the configuration from elsewhere than a document; the server's rendering has none. */
export function setSiteConfiguration(configuration: unknown) {
  known = SiteConfiguration.parse(configuration)
}

/** The configuration of this installation, read once from the document. */
export function siteConfiguration(): SiteConfiguration {
  known ??= SiteConfiguration.parse(
    JSON.parse(document.getElementById(CONFIGURATION_ID)?.textContent || '{}'),
  )
  return known
}

/** Name of the programme in a language, else in English. */
export const programmeName = (language: Language): string =>
  inLanguage(siteConfiguration().programme_name, language)

/** The server's answer to a form that the browser sent itself, because the application did not run yet. */
export type SubmittedForm = {
  /** Name of the form (platform/src/site/forms). */
  readonly form: string
  /** What was typed, without passwords. */
  readonly values: Readonly<Record<string, string>>
  /** The form asked for a code by e-mail. */
  readonly isCodeRequest: boolean
  /** The envelope of the call, where it was refused. */
  readonly refusal?: {
    readonly code: number
    readonly msg: string | FieldMessages
    readonly data: ErrorData
  }
  /** `data` of the answer, where the page shows it. */
  readonly answer?: unknown
  readonly isSignedIn?: boolean
  /** What comes next in a sign-in by way of an organisation. */
  readonly step?: OidcStep
  /** In the document only; the renderer never gets it. */
  readonly token?: string
}

let submitted: SubmittedForm | undefined

/** Sets the answer that the next rendering shows: of this document, or of the page that the server renders. */
export const setSubmittedForm = (answer: SubmittedForm | undefined) => {
  submitted = answer
}

/** The answer to the form of this name, if the document answers one. */
export const submittedForm = (form: string): SubmittedForm | undefined =>
  submitted?.form === form ? submitted : undefined

/** Whether the document answers a form that signed its visitor in. */
export const isSignedInByForm = (): boolean => submitted?.isSignedIn ?? false

/** What comes next in a sign-in by way of an organisation, if the document is about one. */
export const organisationStep = (): OidcStep | undefined => submitted?.step

const SUBMITTED_ID = 'submitted'

/** Reads the answer from the document once; the token leaves the document with it. */
export function takeSubmittedForm(): SubmittedForm | undefined {
  const element = document.getElementById(SUBMITTED_ID)
  if (!element?.textContent) return undefined
  element.remove()
  return JSON.parse(element.textContent) as SubmittedForm
}
