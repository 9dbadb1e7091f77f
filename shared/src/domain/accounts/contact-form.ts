import { z } from 'zod'
import { Email } from './account-form.ts'

const MESSAGE_MINIMUM = 20
/** Most letters of each field. RFC 5321 caps an address at 254. */
export const CONTACT_LENGTHS = { name: 120, email: 254, subject: 160, message: 4000 } as const

const line = (maximum: number, message: string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !/[\u0000\r\n]/.test(value), 'Write this on one line')

/** What somebody writes to the organiser. */
export const ContactForm = z.object({
  name: line(CONTACT_LENGTHS.name, 'Give your name'),
  email: Email,
  subject: line(CONTACT_LENGTHS.subject, 'Say in a few words what it is about'),
  message: z
    .string('Write your message')
    .trim()
    .min(MESSAGE_MINIMUM, `Write at least ${MESSAGE_MINIMUM} characters`)
    .max(CONTACT_LENGTHS.message, `Write at most ${CONTACT_LENGTHS.message} characters`)
    .refine(
      (value) => !value.includes('\u0000'),
      'This text has a character that cannot be stored',
    ),
  /** A field that people do not see; whoever fills it in is a program. */
  website: z.string().max(200).default(''),
})
export type ContactForm = z.infer<typeof ContactForm>
