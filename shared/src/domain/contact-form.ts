import { z } from 'zod'
import { Email } from './account-form.ts'

const MESSAGE_LENGTH = { minimum: 20, maximum: 4000 }

const line = (maximum: number, message: string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !/[\u0000\r\n]/.test(value), 'Write this on one line')

/** What somebody writes to the organiser. */
export const ContactForm = z.object({
  name: line(120, 'Give your name'),
  email: Email,
  subject: line(160, 'Say in a few words what it is about'),
  message: z
    .string('Write your message')
    .trim()
    .min(MESSAGE_LENGTH.minimum, `Write at least ${MESSAGE_LENGTH.minimum} characters`)
    .max(MESSAGE_LENGTH.maximum, `Write at most ${MESSAGE_LENGTH.maximum} characters`)
    .refine(
      (value) => !value.includes('\u0000'),
      'This text has a character that cannot be stored',
    ),
  /** A field that people do not see; whoever fills it in is a program. */
  website: z.string().max(200).default(''),
})
export type ContactForm = z.infer<typeof ContactForm>
