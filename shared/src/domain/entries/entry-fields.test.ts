import { StoredWinningInfo } from '../jury/award-form.ts'
import { EntryDraft, fieldsWith, StoredAnswers } from './entry-fields.ts'

const LONG = 'a'.repeat(10_000)

test('answers that an earlier form took are read as they are, whatever the limits are today', () => {
  proves('call apply/info')
  const stored = {
    ...Object.fromEntries(fieldsWith({ kind: 'text' }).map((name) => [name, LONG])),
    completion_date: 'spring 2026',
    location_country: 'Elsewhere',
    website_url: 'gopher://example.org',
    video_url: 'https://example.org/film',
    designers: Array.from({ length: 40 }, () => ({
      name: LONG,
      role: LONG,
      country: 'Elsewhere',
    })),
    rights_declaration: true,
    image_licence_consent: false,
  }
  expect(StoredAnswers.parse(stored)).toEqual(stored)
  const told = {
    winner_name: '',
    certificate_name: LONG,
    bio: LONG,
    credits: LONG,
    press_text: LONG,
    contact_email: 'nobody',
    shipping: {
      recipient: LONG,
      address: LONG,
      postal_code: LONG,
      city: LONG,
      country: 'x',
    },
  }
  expect(StoredWinningInfo.parse(told)).toEqual(told)
})

test('what was taken back stays so, and what is no longer known is left out', () => {
  const stored = {
    completion_date: null,
    location_country: null,
    realisation: 9,
    ai_use: 7,
    old: 1,
  }
  expect(StoredAnswers.parse(stored)).toEqual({ completion_date: null, location_country: null })
  expect(StoredAnswers.parse({})).toEqual({})
  expect(StoredAnswers.parse({ realisation: 2, ai_use: null })).toEqual({
    realisation: 2,
    ai_use: null,
  })
})

test.each([{ title: 7 }, { designers: 'Ann' }, { designers: [{ role: 'x' }] }, { company: {} }])(
  'what has another shape is refused: %j',
  (stored) => expect(() => StoredAnswers.parse(stored)).toThrow(),
)

test.each([
  ['atelier-lea.example', 'https://atelier-lea.example'],
  [' atelier-léa.example/halo?a=1 ', 'https://atelier-léa.example/halo?a=1'],
  ['http://atelier-lea.example', 'http://atelier-lea.example'],
  ['', ''],
])('E22: the address %p of a site is kept as %p', (written, kept) => {
  expect(EntryDraft.parse({ website_url: written })).toEqual({ website_url: kept })
})

test.each(['atelier', 'atelier lea.example', 'javascript:alert(1)', 'lea@atelier.example'])(
  'E22: %p is no address of a site',
  (written) => {
    expect(EntryDraft.safeParse({ website_url: written }).success).toBe(false)
  },
)
