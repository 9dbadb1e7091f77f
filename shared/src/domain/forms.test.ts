import {
  entryProblems,
  IMAGE_LIMITS,
  isStrongPassword,
  nextPeriod,
  periodAt,
  RegisterForm,
  stepOfField,
} from './index.ts'

const complete = {
  title: 'Ondine',
  summary: 'A chair that stacks like water settles.',
  description: 'A chair. '.repeat(40),
  completion_date: '2026-05-01',
  realisation: 1,
  designers: [{ name: 'Anne Brumaire' }],
  ai_use: 0,
  rights_declaration: true,
  image_licence_consent: true,
}
const pictures = ['cover', 'image', 'image'].map((kind) => ({ kind, alt: 'An oak chair' }))

describe('handing in an entry', () => {
  test('a complete entry has no problem', () => {
    expect(entryProblems(complete, pictures)).toEqual({})
    expect(entryProblems({ ...complete, location_country: null }, pictures)).toEqual({})
  })

  test('everything that is missing is named at once, under the names of the form', () => {
    const problems = entryProblems({ ...complete, title: '', designers: [{ name: '' }] }, [
      { kind: 'image', alt: '' },
    ])
    expect(Object.keys(problems).sort()).toEqual([
      'designers.0.name',
      'images',
      'images.0.alt',
      'title',
    ])
    expect(problems.images).toHaveLength(2)
  })

  test('a category may ask for more pictures', () => {
    expect(entryProblems(complete, pictures, 5).images?.[0]).toContain('5')
    expect(IMAGE_LIMITS.minimum).toBe(3)
  })

  test.each([
    ['designers.0.name', 4],
    ['title', 2],
    ['images.2', 3],
    ['category_ids', 1],
    ['unknown', 5],
  ])('%s belongs to step %s', (field, step) => {
    expect(stepOfField(field)).toBe(step)
  })

  test.each(['javascript:alert(1)', 'ftp://example.org', 'https://evil.example/youtube.com'])(
    'a video link %s is refused',
    (video_url) => {
      proves('security 3')
      expect(entryProblems({ ...complete, video_url }, pictures)).toHaveProperty('video_url')
    },
  )
})

test.each([
  ['Ab1!Ab1!Ab1!', true],
  ['Ab1!Ab1!Ab1', false],
  ['Abcdefgh123456', true],
  ['abcdefgh123456', false],
  ['seven plain words make one good phrase', true],
  ['only six plain words stand here', false],
])('password %s is strong: %s', (password, expected) => {
  expect(isStrongPassword(password)).toBe(expected)
})

test('a company has to give its name', () => {
  const form = {
    email: ' Anna@Example.org ',
    code: '123456',
    password: 'Ab1!Ab1!Ab1!',
    password_confirmation: 'Ab1!Ab1!Ab1!',
    first_name: 'Anna',
    last_name: 'Roux',
    country: 'FR',
    terms: true,
  }
  expect(RegisterForm.parse(form).email).toBe('anna@example.org')
  const refused = RegisterForm.safeParse({ ...form, account_type: 2 })
  expect(refused.error?.issues[0]?.path).toEqual(['company'])
})

describe('fee periods', () => {
  const periods = [
    { code: 'early', starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-31T23:59:59Z' },
    { code: 'late', starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-02-28T23:59:59Z' },
  ]
  test.each([
    ['2025-12-31T23:59:59Z', undefined, 'early'],
    ['2026-01-31T23:59:59Z', 'early', 'late'],
    ['2026-02-01T00:00:00Z', 'late', undefined],
    ['2026-03-01T00:00:00Z', undefined, undefined],
  ])('at %s', (now, current, following) => {
    expect(periodAt(periods, new Date(now))?.code).toBe(current)
    expect(nextPeriod(periods, new Date(now))?.code).toBe(following)
  })
})
