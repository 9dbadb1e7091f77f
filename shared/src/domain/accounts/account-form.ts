import { z } from 'zod'
import { LANGUAGES } from '../constants.ts'
import { isCountry } from '../countries.ts'

const clean = (maximum: number, absent?: string) =>
  z
    .string(absent)
    .trim()
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !/[\u0000\r\n]/.test(value), 'Write this on one line')

const required = (maximum: number, message: string) => clean(maximum, message).min(1, message)

/** RFC 5321 caps an address at 254 characters; addresses are compared without regard to case. */
export const Email = z
  .string('Give your e-mail address')
  .trim()
  .toLowerCase()
  .max(254, 'This e-mail address is too long')
  .pipe(z.email('Give an e-mail address such as name@studio.com'))

/** Six digits from the mail (domain page §2.6). */
export const Code = z
  .string('Give the six digits from the e-mail')
  .trim()
  .regex(/^\d{6}$/, 'Give the six digits from the e-mail')

const ADVICE =
  'Use at least 12 characters with upper case, lower case, a digit and a symbol, or 14 without a symbol, or seven words'

/** CNIL 2022, about 80 bits: 12 characters of four kinds, 14 of three kinds, or a phrase of seven words. */
export function isStrongPassword(password: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(password))
  if (password.length >= 12 && kinds && /[^A-Za-z0-9]/.test(password)) return true
  if (password.length >= 14 && kinds) return true
  return (
    password
      .trim()
      .split(/\s+/)
      .filter((word) => word.length >= 2).length >= 7
  )
}

// Shorter names stand in too many words by chance.
const OWN_WORD = 4

/** Whether a password is made of what everybody knows of a person: the names, or the address. */
export function holdsOwnWords(password: string, own: readonly string[]): boolean {
  const text = password.toLowerCase()
  const words = own.flatMap((each) => {
    const [name = ''] = each.toLowerCase().split('@')
    return [name, ...name.split(/[^\p{L}\p{N}]+/u)]
  })
  return words.some((word) => word.length >= OWN_WORD && text.includes(word))
}

export const NewPassword = z
  .string('Choose a password')
  .max(200, 'Use at most 200 characters')
  .refine(isStrongPassword, ADVICE)

/** Kind of account: 1 individual, 2 company, 3 student, 4 agency. */
export const ACCOUNT_TYPES = [1, 2, 3, 4] as const

/** Runs a rule of a whole form beside those of its fields, so that all that is wrong is said at once. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const same = { message: 'The two passwords differ', path: ['password_confirmation'] }
type Pair = { password: string; password_confirmation: string }
const matches = (pair: Pair) => pair.password === pair.password_confirmation

export const LoginForm = z.object({
  email: Email,
  password: z.string('Give your password').min(1, 'Give your password').max(200),
  /** Asked of a juror on a device that is not known. */
  code: Code.optional(),
  trust_device: z.boolean().default(false),
})

/** A juror proves once more to be the one who has signed in. */
export const StepUpForm = z.object({ code: Code })

const Country = z
  .string('Choose a country')
  .regex(/^[A-Z]{2}$/, { error: 'Choose a country', abort: true })
  .refine(isCountry, 'Choose a country')
const areaCode = z.string().regex(/^\+\d{1,4}$/, 'Choose a dialling code')
const phone = z
  .string()
  .trim()
  .regex(/^[\d ]{4,20}$/, 'Give the number in digits')

/** What an account is opened with, beside the proofs of address and person. */
const NEW_PERSON = {
  account_type: z.coerce.number().pipe(z.literal(ACCOUNT_TYPES)).default(1),
  first_name: required(60, 'Give your first name'),
  last_name: required(60, 'Give your family name'),
  company: clean(120).optional(),
  school: clean(120).optional(),
  graduation_year: z.coerce.number().int().min(2000).max(2100).optional(),
  country: Country,
  area_code: areaCode.optional(),
  phone: phone.optional(),
  language: z.enum(LANGUAGES).default('en'),
  terms: z.literal(true, 'Accept the terms of entry to register'),
  newsletter: z.boolean().default(false),
  invitation_code: clean(40).optional(),
  agent_code: clean(40).optional(),
}

type Affiliation = { account_type: number; company?: string; school?: string }
const namesCompany = (form: Affiliation) => form.account_type !== 2 || !!form.company
const withoutCompany = {
  message: 'Give the name of the company',
  path: ['company'],
  when: isForm,
}
const namesSchool = (form: Affiliation) => form.account_type !== 3 || !!form.school
const withoutSchool = { message: 'Give the name of the school', path: ['school'], when: isForm }

export const RegisterForm = z
  .object({
    email: Email,
    code: Code,
    password: NewPassword,
    password_confirmation: z.string('Repeat the password'),
    ...NEW_PERSON,
  })
  .refine(matches, same)
  .refine(namesCompany, withoutCompany)
  .refine(namesSchool, withoutSchool)

/** Which sign-in of a browser a page is about, since each of its tabs may have one; of use in that browser alone. */
export const OrganisationAttempt = z.string().regex(/^[\w-]{43}$/)
const attempt = OrganisationAttempt.optional()

/** The second factor after an organisation. */
export const OrganisationCodeForm = z.object({
  attempt,
  code: Code,
  trust_device: z.boolean().default(false),
})

/** A new account by way of an organisation: no password, and a code unless the organisation vouches for the address. */
export const OrganisationForm = z
  .object({ attempt, email: Email.optional(), code: Code.optional(), ...NEW_PERSON })
  .refine(namesCompany, withoutCompany)
  .refine(namesSchool, withoutSchool)

export const ResetPasswordForm = z
  .object({
    email: Email,
    code: Code,
    password: NewPassword,
    password_confirmation: z.string('Repeat the password'),
  })
  .refine(matches, same)

export const ChangePasswordForm = z
  .object({
    old_password: z
      .string('Give your present password')
      .min(1, 'Give your present password')
      .max(200),
    password: NewPassword,
    password_confirmation: z.string('Repeat the password'),
  })
  .refine(matches, same)

export const VERIFY_CODE_SCENES = ['register', 'reset', 'change_email'] as const
export const VerifyCodeForm = z.object({ email: Email, scene: z.enum(VERIFY_CODE_SCENES) })

/** What a person may change about oneself; an empty text takes the value back. */
export const ProfileForm = z.object({
  first_name: required(60, 'Give your first name'),
  last_name: required(60, 'Give your family name'),
  company: clean(120).default(''),
  school: clean(120).default(''),
  job_title: clean(80).default(''),
  country: Country,
  area_code: z.union([z.literal(''), areaCode]).default(''),
  phone: z.union([z.literal(''), phone]).default(''),
  language: z.enum(LANGUAGES),
  newsletter: z.boolean(),
})

/** The new address is proven by a code, the person by the password. */
export const ChangeEmailForm = z.object({
  email: Email,
  code: Code,
  password: z.string('Give your password').min(1, 'Give your password').max(200),
})

/** Erasing an account cannot be taken back, so it asks for the password and a plain yes. */
export const EraseForm = z.object({
  password: z.string('Give your password').min(1, 'Give your password').max(200),
  understood: z.literal(true, 'Confirm that your account will be erased for good'),
})

/** What a person has agreed to or declined, each with the version of the text. */
export const CONSENT_KINDS = ['terms', 'newsletter', 'image_licence', 'consumer_waiver'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** Waiting time before a code can be sent again, in seconds. */
export const CODE_RESEND_SECONDS = 60
/** Life of a code, in minutes, and tries before it is void. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

const MESSAGE_MINIMUM = 20
/** Most letters of each field. RFC 5321 caps an address at 254. */
export const CONTACT_LENGTHS = { name: 120, email: 254, subject: 160, message: 4000 } as const

/** What somebody writes to the organiser. */
export const ContactForm = z.object({
  name: required(CONTACT_LENGTHS.name, 'Give your name'),
  email: Email,
  subject: required(CONTACT_LENGTHS.subject, 'Say in a few words what it is about'),
  message: z
    .string('Write your message')
    .trim()
    .min(MESSAGE_MINIMUM, `Write at least ${MESSAGE_MINIMUM} characters`)
    .max(CONTACT_LENGTHS.message, `Write at most ${CONTACT_LENGTHS.message} characters`)
    .refine(
      (value) => !value.includes('\u0000'),
      'This text has a character that cannot be stored',
    ),
  /** A field that people do not see; only a program fills it in. */
  website: z.string().max(200).default(''),
})
export type ContactForm = z.infer<typeof ContactForm>
