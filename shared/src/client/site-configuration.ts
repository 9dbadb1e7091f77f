import { inLanguage, type Language } from '@awards/shared/domain'
import { z } from 'zod'

/**
 * What the server tells the browser about this installation, inlined in the document as
 * `<script type="application/json" id="site-configuration">`. Every value has a sensible default,
 * so that a page served without it (a test, a remote on its own) works.
 */
export const SiteConfiguration = z.object({
  programme_name: z
    .object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() })
    .default({ en: 'Design Awards' }),
  organiser: z.string().default(''),
  primary_colour: z.string().default('#E72E2D'),
  /** Prefix of every call; the contract's paths begin with `/api`, which this replaces. */
  api_base_url: z.string().default('/api'),
  /** Optional base path of the router (specification §2). */
  base_path: z.string().default('/'),
  /** Where `/` leads to; the specification's target unless the operator names another. */
  home_path: z.string().default('/account'),
  /** Where the site itself stands, without a slash at the end; empty where nobody has said so. */
  site_url: z.string().default(''),
  /** The two absolute links of the specification (§2); empty when there is no such site. */
  public_site_url: z.string().default(''),
  admin_site_url: z.string().default(''),
  /** Where else the programme is found. */
  social: z.array(z.object({ name: z.string(), url: z.string() })).default([]),
  /** Zone in which the programme states its deadlines. */
  time_zone: z.string().default('Europe/Paris'),
  /** Version of the shell that this page runs. */
  shell_version: z.string().default('0.0.0'),
  /** The channel whose releases this site shows. */
  channel: z.enum(['production', 'staging']).default('production'),
  /** Whether visitors may hold remotes at other releases (`?mfe=`). */
  pins: z.enum(['on', 'preview', 'off']).default('off'),
  /** The part of visits whose speed is measured, from 0 to 1. */
  vitals_sample: z.number().default(0),
  /** Where payments are only pretended, the page on which that is done; else empty. */
  payment_simulator: z.string().default(''),
})
export type SiteConfiguration = z.infer<typeof SiteConfiguration>

const ELEMENT_ID = 'site-configuration'
let known: SiteConfiguration | undefined

/** Takes the configuration from elsewhere than a document; the server's rendering has none. */
export function setSiteConfiguration(configuration: unknown) {
  known = SiteConfiguration.parse(configuration)
}

/** The configuration of this installation, read once from the document. */
export function siteConfiguration(): SiteConfiguration {
  known ??= SiteConfiguration.parse(
    JSON.parse(document.getElementById(ELEMENT_ID)?.textContent || '{}'),
  )
  return known
}

/** Name of the programme in a language, else in English. */
export const programmeName = (language: Language): string =>
  inLanguage(siteConfiguration().programme_name, language)
