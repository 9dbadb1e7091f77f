import { z } from 'zod'
import {
  AUDIENCES,
  BROADCAST_STATES,
  broadcastVariables,
  LANGUAGES,
  SKIP_REASONS,
  wrongVariables,
} from '../../domain/index.ts'
import { addedCallsOf, Id, Nothing, optionalOfQuery, text, Time } from '../endpoint.ts'
import { Named } from '../jury/review-rows.ts'

const call = addedCallsOf('organiser')
const language = z.enum(LANGUAGES)

/** Who a broadcast goes to: an audience of an edition, narrowed by category and by the language of the account. */
const Target = z.object({
  audience: z.enum(AUDIENCES, 'Choose who is written to'),
  edition_id: Id,
  category_id: Id.nullable(),
  language: language.nullable(),
})
export type BroadcastTarget = z.infer<typeof Target>

/** The text of a broadcast in one language; both parts are empty where it is missing. */
const BroadcastText = z.object({ subject: text(150), body: text(5_000) })
const BroadcastTexts = z.object({ en: BroadcastText, fr: BroadcastText, zh: BroadcastText })
export type BroadcastTexts = z.infer<typeof BroadcastTexts>

type Draft = Pick<BroadcastTarget, 'audience'> & { texts: BroadcastTexts }

/** English is needed, another language is whole or missing, and each variable is one that the audience has. */
function checkTexts({ audience, texts }: Draft, context: z.RefinementCtx) {
  const allowed = broadcastVariables(audience)
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path: ['texts', ...path], message })
  for (const of of LANGUAGES) {
    const { subject, body } = texts[of]
    const isNeeded = of === 'en' || Boolean(subject || body)
    if (isNeeded && !subject) refuse([of, 'subject'], 'Write a subject')
    if (isNeeded && !body) refuse([of, 'body'], 'Write the text')
    for (const part of ['subject', 'body'] as const) {
      for (const wrong of wrongVariables(texts[of][part], allowed)) refuse([of, part], wrong)
    }
  }
}

/** How many of the people of a broadcast each outcome has; those that fail are tried again. */
const Figures = z.object({
  people: z.int(),
  waiting: z.int(),
  underway: z.int(),
  failing: z.int(),
  sent: z.int(),
  bounced: z.int(),
  lost: z.int(),
  skipped: z.record(z.enum(SKIP_REASONS), z.int()),
})
export type BroadcastFigures = z.infer<typeof Figures>

/** A broadcast of the list. */
const BroadcastRow = z.object({
  broadcast_id: Id,
  audience: z.enum(AUDIENCES),
  edition: Named,
  category: Named.nullable(),
  language: language.nullable(),
  /** In the reader's language where it has one. */
  subject: z.string(),
  state: z.enum(BROADCAST_STATES),
  starts_at: Time.nullable(),
  done_at: Time.nullable(),
  changed_by: z.string(),
  changed_at: Time,
  figures: Figures,
})
export type BroadcastRow = z.infer<typeof BroadcastRow>

const Broadcast = BroadcastRow.extend({ texts: BroadcastTexts, version: z.int() })
export type Broadcast = z.infer<typeof Broadcast>

const ById = z.object({ broadcast_id: Id })
const Versioned = ById.extend({ version: z.int() })
/** A mail as somebody reads it. */
const ReadMail = z.object({
  /** The real person whose data it has; null for an audience that nobody is in. */
  to: z.object({ name: z.string(), email: z.string() }).nullable(),
  subject: z.string(),
  text: z.string(),
})
const Sample = Target.extend({ texts: BroadcastTexts, show: language }).superRefine(checkTexts)

const READ = { tags: ['organiser'], codes: [403, 404] } as const
const EDIT = {
  codes: [403, 404, 409, 422],
  invalidates: ['organiser'],
  skipErrorHandler: true,
} as const
const SHOWN = { codes: [403, 404, 422, 429], invalidates: [], skipErrorHandler: true } as const

/** Mails to an audience: written and tried, sent by and by to each person once, stopped and gone on with. */
export const broadcasts = {
  broadcasts: call(
    'broadcasts',
    'GET',
    Nothing,
    z.object({
      list: z.array(BroadcastRow),
      editions: z.array(Named),
      categories: z.array(Named),
      /** The edition whose call is open, else the newest. */
      edition_id: Id.nullable(),
      /** Mails that leave in a minute. */
      per_minute: z.int(),
    }),
    READ,
  ),
  broadcast: call('broadcast', 'GET', ById, Broadcast, READ),
  /** How many people an audience has now, and how many of them are not written to. */
  audience: call(
    'audience',
    'GET',
    Target.extend({
      category_id: optionalOfQuery(Id),
      language: optionalOfQuery(language),
    }),
    z.object({
      people: z.int(),
      opted_out: z.int(),
      bounced: z.int(),
      languages: z.record(language, z.int()),
    }),
    { ...READ, codes: [403, 404, 422] },
  ),
  /** Keeps a draft. 409 `CHANGED` when somebody else has saved it meanwhile, `STARTED` when it is no draft any more. */
  saveBroadcast: call(
    'saveBroadcast',
    'POST',
    Target.extend({
      texts: BroadcastTexts,
      broadcast_id: Id.optional(),
      version: z.int().optional(),
    }).superRefine(checkTexts),
    Versioned,
    EDIT,
  ),
  removeBroadcast: call(
    'removeBroadcast',
    'POST',
    Versioned,
    z.object({ done: z.literal(true) }),
    EDIT,
  ),
  /** The mail as the first person of the audience would read it. */
  previewBroadcast: call('previewBroadcast', 'POST', Sample, ReadMail, SHOWN),
  /** Sends that mail to the caller alone. */
  testBroadcast: call('testBroadcast', 'POST', Sample, z.object({ to: z.string() }), SHOWN),
  /**
   * Sends a draft from now or from `starts_at`, or goes on with a stopped one. The audience is that of the moment when
   * it begins; who has left it when their mail is due, has opted out or bounced is skipped. 409 `NOBODY`, `CHANGED`.
   */
  startBroadcast: call(
    'startBroadcast',
    'POST',
    Versioned.extend({ starts_at: Time.nullable() }),
    z.object({ state: z.enum(BROADCAST_STATES) }),
    EDIT,
  ),
  /** Stops one that is being sent; one that is only scheduled becomes a draft again. 409 `OVER`. */
  stopBroadcast: call(
    'stopBroadcast',
    'POST',
    ById,
    z.object({ state: z.enum(BROADCAST_STATES) }),
    EDIT,
  ),
} as const

const template = text(60, 1, 'Choose a mail')

/** The parts of a mail whose text the organiser writes. */
const Parts = z.object({
  subject: text(150).optional(),
  title: text(150).optional(),
  body: text(5_000).optional(),
  action: text(80).optional(),
  note: text(1_000).optional(),
})

/** A mail of the list of mails that the site sends by itself. */
const MailTextRow = z.object({
  template: z.string(),
  /** Its title in the reader's language. */
  title: z.string(),
  /** Languages whose text is not that of the release. */
  edited: z.array(language),
  changed_at: Time.nullable(),
  changed_by: z.string().nullable(),
})
export type MailTextRow = z.infer<typeof MailTextRow>

const SavedText = z.object({
  id: Id,
  language,
  changed_at: Time,
  changed_by: z.string(),
  /** Null where the save led back to the original. */
  parts: Parts.nullable(),
})

const EditableText = z.object({
  original: Parts,
  /** What is sent; null while that is the original. */
  written: Parts.nullable(),
  /** Variables that the text has to keep. */
  required: z.array(z.string()),
})
const EditableMail = MailTextRow.extend({
  variables: z.array(z.string()),
  texts: z.record(language, EditableText),
  /** Saves, the newest first. */
  versions: z.array(SavedText),
})
export type EditableMail = z.infer<typeof EditableMail>

const Written = z.object({ template, language, parts: Parts })

/** The texts of the mails that the site sends by itself. */
export const mailTexts = {
  mails: call('mails', 'GET', Nothing, z.object({ list: z.array(MailTextRow) }), READ),
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
    EDIT,
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
