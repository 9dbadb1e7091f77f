import { EU_COUNTRIES } from '@awards/shared/domain'
import { parseVatNumber } from './vies-client.ts'

test.each([
  ['DE136695976', 'DE', 'DE', '136695976'],
  ['de 136.695-976', 'DE', 'DE', '136695976'],
  ['136695976', 'DE', 'DE', '136695976'],
  ['EL094259216', 'GR', 'EL', '094259216'],
  ['GR094259216', 'GR', 'EL', '094259216'],
  ['FR83404833048', 'FR', 'FR', '83404833048'],
  ['NL868754289B01', 'NL', 'NL', '868754289B01'],
  ['ATU12345678', 'AT', 'AT', 'U12345678'],
  ['BE0123456789', 'BE', 'BE', '0123456789'],
])('%s of %s', (text, country, prefix, number) => {
  expect(parseVatNumber(text, country)).toEqual({ prefix, number })
})

test.each([
  ['DE12345678', 'DE'],
  ['FR83404833048', 'DE'],
  ['EL094259216', 'DE'],
  ['GB123456789', 'GB'],
  ['XI123456789', 'GB'],
  ['', 'DE'],
  ['DE', 'DE'],
  ['constructor', 'constructor'],
])('%s is no number of %s', (text, country) => {
  expect(parseVatNumber(text, country)).toBeUndefined()
})

test.each(EU_COUNTRIES)('%s has a format', (country) => {
  const examples = ['1234567890', '123456789', '12345678', '12345678901', '123456789012']
  const lettered = ['U12345678', '12345678A', 'A1234567B', '1A12345B', '123456789B01']
  const known = [...examples, ...lettered].some((one) => parseVatNumber(one, country))
  expect(known).toBe(true)
})
