import type { Parsed, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import { contentRepository } from './content.repository.ts'
import { SiteDocuments } from './site-documents.ts'

type Message = Parsed<typeof publicationAdded.sendMessage>

const PER_IP = { points: 10, seconds: 3_600 }
const PER_SENDER = { points: 3, seconds: 3_600 }

/**
 * Messages to the organiser. The sender gets no copy: a form that writes to any address somebody
 * types in would carry anybody's words to anybody.
 */
export const messagesService = ({ db, clock, config, limits, mail }: AppContext) => ({
  async send(message: Message, language: Language, ip: string) {
    await limits.take('message_ip', ip, perNetwork(PER_IP, config.mode))
    await limits.take('message_sender', message.email, PER_SENDER)
    const contact = SiteDocuments.contact.safeParse(await contentRepository(db).document('contact'))
    if (!contact.success) {
      throw new BusinessError(404, 'The organiser has not given an address yet.')
    }
    const received_at = clock().toISOString()
    const { website, name, email, subject, message: words } = message
    // A program that fills in every field is told the same as everybody.
    if (website === '') {
      await mail.enqueue(db, {
        to: contact.data.email,
        template: 'contact_message',
        language,
        params: { name, reply_to: email, subject, message: words, received_at },
      })
    }
    return { received_at }
  },
})
