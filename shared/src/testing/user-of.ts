import type { CurrentUser } from '@awards/shared/contract'
import { CAPABILITIES, homeRoute, type Identity } from '@awards/shared/domain'

/** The current user of each identity, as the server describes one. */
export const userOf = (identity: Identity): CurrentUser => ({
  id: '1',
  email: 'ada@example.org',
  identity,
  display_name: 'Ada Marin',
  first_name: 'Ada',
  last_name: 'Marin',
  company: null,
  country: 'FR',
  account_type: 1,
  language: 'en',
  home_route: homeRoute(identity),
  permissions: [],
  rights: [],
  juror: null,
  unread: 0,
})

/** A chair with every capability, of the panel of category 3. */
export const chair = {
  ...userOf(1),
  email: 'chair@jury.example.org',
  display_name: 'Chair',
  first_name: 'The',
  last_name: 'Chair',
  country: null,
  account_type: 0,
  juror: {
    id: '1',
    level: 1,
    category_ids: ['3'],
    agreement_signed: true,
    capabilities: [...CAPABILITIES],
  },
} satisfies CurrentUser
