import { z } from 'zod'
import type { Parsed, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import type { AppContext } from '../../start/app-context.ts'
import { contentRepository } from './content.repository.ts'

const Texts = z.object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() })

/** Schemas of the rows of `site_documents` that public pages read. */
export const SiteDocuments = {
  programme: z.object({ name: Texts, tagline: Texts }),
  contact: z.object({
    email: z.string(),
    press_email: z.string(),
    phone: z.string().nullable(),
    address: z.array(z.string()),
    hours: Texts,
    social: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  about: z.object({
    html: Texts,
    figures: z.array(z.object({ value: z.string(), label: Texts })),
    team: z.array(z.object({ name: z.string(), role: Texts })),
    partners: z.array(z.object({ name: z.string(), role: Texts })),
  }),
} as const

type Message = Parsed<typeof publicationAdded.sendMessage>

const PER_IP = { points: 10, seconds: 3_600 }
const PER_SENDER = { points: 3, seconds: 3_600 }

/** Contact form. Sends no copy to the sender: mail to unverified addresses would make it a spam relay. */
export const messagesService = ({ db, clock, config, limits, mail }: AppContext) => ({
  async send(message: Message, language: Language, ip: string) {
    await limits.take('message_ip', ip, perNetwork(PER_IP, config.mode))
    await limits.take('message_sender', message.email, PER_SENDER)
    const contact = SiteDocuments.contact.safeParse(await contentRepository(db).document('contact'))
    if (!contact.success) {
      throw new BusinessError(404, 'The organiser has not given an address yet.')
    }
    const received_at = clock().toISOString()
    const { website, name, email, subject, message: text } = message
    // Honeypot: a bot that fills in `website` gets the normal answer, and nothing is sent.
    if (website === '') {
      await mail.enqueue(db, {
        to: contact.data.email,
        template: 'contact_message',
        language,
        params: { name, reply_to: email, subject, message: text, received_at },
      })
    }
    return { received_at }
  },
})
