import { Email } from '@awards/shared/domain'
import { z } from 'zod'
import { zodFieldErrors, zodRule } from './zod-rule.ts'

const check = (schema: z.ZodType, value: unknown) => {
  const rule = zodRule(schema)
  if (typeof rule !== 'object' || !rule.validator) throw new Error('The rule has no validator')
  return rule.validator({}, value, () => undefined)
}

test('a rule says what the schema says', async () => {
  await expect(check(Email, 'ada@example.org')).resolves.toBeUndefined()
  await expect(check(Email, 'ada')).rejects.toThrow(
    'Give an e-mail address such as name@studio.com',
  )
  await expect(check(Email, '')).rejects.toThrow('Give your e-mail address')
})

test('an optional field may stay empty, and is not marked as required', async () => {
  await expect(check(Email.optional(), '')).resolves.toBeUndefined()
  expect(zodRule(Email.optional())).toMatchObject({ required: false })
  expect(zodRule(Email)).toMatchObject({ required: true })
})

test('errors of a whole form carry the path of the field', () => {
  const Form = z.object({ designers: z.array(z.object({ name: z.string().min(1, 'Name?') })) })
  expect(zodFieldErrors(Form, { designers: [{ name: '' }] })).toEqual([
    { name: ['designers', 0, 'name'], errors: ['Name?'] },
  ])
})

test('an untouched text field is told what to fill in', async () => {
  const Name = z.string().trim().min(1, 'Give your first name')
  await expect(check(Name, undefined)).rejects.toThrow('Give your first name')
  const Country = z.string('Choose a country').regex(/^[A-Z]{2}$/, 'Choose a country')
  await expect(check(Country, undefined)).rejects.toThrow('Choose a country')
  await expect(check(z.literal(true, 'Accept the terms'), undefined)).rejects.toThrow('Accept')
})
