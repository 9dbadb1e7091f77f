import type { Identity } from '@awards/shared/domain'

/** One account of the demo programme for each identity; all of them read English. */
export const ACCOUNTS: Record<Identity, string> = {
  0: 'info@aoiworks.example.org',
  1: 'ayo.bankole@jury.example.org',
  2: 'matteo.ferrante@jury.example.org',
  3: 'kenji.morita@jury.example.org',
}

/** Who organises the demo programme: an account with the rights `organise` and `admit`. */
export const ORGANISER = 'organiser@garance.example.org'
