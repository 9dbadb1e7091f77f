import type { Identity } from '@awards/shared/domain'

/** One account of the demo programme for each identity. */
export const ACCOUNTS: Record<Identity, string> = {
  0: 'studio@brumaire.example.org',
  1: 'president@jury.example.org',
  2: 'matteo.ferrante@jury.example.org',
  3: 'kenji.morita@jury.example.org',
}
