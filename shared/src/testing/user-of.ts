import type { CurrentUser } from '@awards/shared/contract'
import { homeRoute, type Identity } from '@awards/shared/domain'

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
