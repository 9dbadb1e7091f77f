import { guessCountry } from './register-fields.tsx'

const COUNTRIES = ['CN', 'DE', 'FR', 'IN', 'JP']

test.each([
  ['Asia/Shanghai', ['en-GB'], 'CN'],
  ['Europe/Paris', ['en-US', 'en'], 'FR'],
  ['Europe/Berlin', [], 'DE'],
  ['UTC', ['ja-JP', 'ja'], 'JP'],
  ['UTC', ['zh-Hans-CN'], 'CN'],
  ['America/New_York', ['fr', 'en-US'], undefined],
])('in %s, with the languages %p, one is in %p', (zone, languages, country) =>
  expect(guessCountry(COUNTRIES, zone, languages)).toBe(country),
)
