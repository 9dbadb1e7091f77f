import { z } from 'zod'
import { LANGUAGES } from '../../domain/index.ts'
import { addedCallsOf, Nothing } from '../endpoint.ts'
import { Id, text, Time } from '../values.ts'

const call = addedCallsOf('organiser')
const language = z.enum(LANGUAGES)
const template = text(60, 1, 'Choose a mail')

/** The parts of a mail that are written here. */
const Parts = z.object({
  subject: text(150).optional(),
  title: text(150).optional(),
  body: text(5_000).optional(),
  action: text(80).optional(),
  note: text(1_000).optional(),
})

/** A mail of the list. */
const Row = z.object({
  template: z.string(),
  /** Its title in the reader's language. */
  title: z.string(),
  /** Languages whose text is not that of the release. */
  edited: z.array(language),
  changed_at: Time.nullable(),
  changed_by: z.string().nullable(),
})
export type MailTextRow = z.infer<typeof Row>

const Version = z.object({
  id: Id,
  language,
  changed_at: Time,
  changed_by: z.string(),
  /** Null where the save led back to the original. */
  parts: Parts.nullable(),
})

const Text = z.object({
  original: Parts,
  /** What is sent; null while that is the original. */
  written: Parts.nullable(),
  /** Variables that the text has to keep. */
  required: z.array(z.string()),
})
const EditableMail = Row.extend({
  variables: z.array(z.string()),
  texts: z.record(language, Text),
  /** Saves, the newest first. */
  versions: z.array(Version),
})
export type EditableMail = z.infer<typeof EditableMail>

const Written = z.object({ template, language, parts: Parts })
const READ = { tags: ['organiser'], codes: [403, 404] } as const
const SHOWN = { codes: [403, 404, 422, 429], invalidates: [], skipErrorHandler: true } as const

/** The texts of the mails that the site sends by itself. */
export const mailTexts = {
  mails: call('mails', 'GET', Nothing, z.object({ list: z.array(Row) }), READ),
  mail: call('mail', 'GET', z.object({ template }), EditableMail, READ),
  /**
   * Writes the text of one language, or leads back to the original with null. `after` is the newest version that was on
   * screen. 422 names a variable that is unknown or missing in its part; 409 `CHANGED` when somebody else was faster.
   */
  saveMail: call(
    'saveMail',
    'POST',
    z.object({ template, language, parts: Parts.nullable(), after: Id.nullable() }),
    z.object({ changed: z.boolean() }),
    { codes: [403, 404, 409, 422], invalidates: ['organiser'], skipErrorHandler: true },
  ),
  /** The mail with the data of the newest entry. */
  previewMail: call(
    'previewMail',
    'POST',
    Written,
    z.object({ subject: z.string(), text: z.string() }),
    SHOWN,
  ),
  /** Sends that mail to the caller alone. */
  testMail: call('testMail', 'POST', Written, z.object({ to: z.string() }), SHOWN),
} as const
