import type { CurrentUser } from '@awards/shared/contract'
import { firstAnswers } from './use-entry-draft.ts'

const user: CurrentUser = {
  id: '1',
  email: 'ada@example.org',
  identity: 0,
  display_name: 'Ada',
  first_name: 'Ada',
  last_name: 'Marin',
  company: 'Atelier Marin',
  country: 'FR',
  account_type: 2,
  language: 'en',
  home_route: '/account',
  permissions: [],
  rights: [],
  juror: null,
  unread: 0,
}

test('fills in the entrant as the first designer', () => {
  expect(firstAnswers({ title: 'Ondine' }, user)).toEqual({
    designers: [{ name: 'Ada Marin', country: 'FR' }],
    company: 'Atelier Marin',
    location_country: 'FR',
  })
})

test.each([
  ['an agency, which enters the works of others', {}, { ...user, account_type: 4 }],
  ['a list of designers that was emptied', { designers: [] }, user],
])('nothing is filled in for %s', (_name, answers, person) => {
  expect(firstAnswers(answers, person)).toBeUndefined()
})

test('keeps answers that exist already', () => {
  expect(firstAnswers({ company: 'Brumaire', location_country: 'IT' }, user)).toEqual({
    designers: [{ name: 'Ada Marin', country: 'FR' }],
  })
})
