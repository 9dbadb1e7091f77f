import type {
  ArticleCard,
  Banner,
  JurorPublic,
  Answer,
  Article,
  Faq,
  Parsed,
  publication,
  publicationAdded,
} from '@awards/shared/contract'
import { POSITIONS, POLICY_TYPES, type Language, type PolicyType } from '@awards/shared/domain'
import { toPublicPicture } from '../../files/pictures/picture.ts'
import { BusinessError } from '../../http/business-error.ts'
import { translated, translatedOrNull } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import {
  contentRepository,
  type ArticleRow,
  type BannerRow,
  type JurorRow,
  type Window,
} from './content.repository.ts'
import { z } from 'zod'
import { perNetwork } from '../../http/limits.ts'

/** Narrows a stored position to the contract's type; the loader accepts no others. */
const positionOf = (position: string) => POSITIONS.find((one) => one === position) ?? 'footer'

function toBanner(row: BannerRow, language: Language): Banner {
  const alt = translatedOrNull(row.alt, language) ?? ''
  const mobile = {
    width: row.mobile_width,
    height: row.mobile_height,
    colour: row.mobile_colour,
    variants: row.mobile_variants,
  }
  return {
    id: row.id,
    position: positionOf(row.position),
    title: translated(row.title, language),
    subtitle: translatedOrNull(row.subtitle, language),
    image: toPublicPicture(row.image_file_id, row, alt),
    mobile_image: toPublicPicture(row.mobile_file_id, mobile, alt),
    link: row.link,
    link_label: translatedOrNull(row.link_label, language),
  }
}

function toJuror(row: JurorRow, language: Language): JurorPublic {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    level: row.level,
    title: translated(row.title, language),
    company: row.company,
    country: row.country,
    bio: translated(row.bio, language),
    photo: toPublicPicture(
      row.photo_file_id,
      row,
      translatedOrNull(row.photo_alt, language) ?? row.name,
    ),
    expertise: (row.expertise ?? []).map((name) => translated(name, language)),
    is_president: row.is_president,
  }
}

function toArticleCard(row: ArticleRow, language: Language): ArticleCard {
  return {
    id: row.id,
    type: row.type === 'blog' ? 'blog' : 'news',
    slug: row.slug,
    title: translated(row.title, language),
    excerpt: translated(row.excerpt, language),
    cover: toPublicPicture(row.cover_file_id, row, translatedOrNull(row.cover_alt, language) ?? ''),
    published_at: row.published_at.toISOString(),
    tags: row.tags,
  }
}

type ListInput = Parsed<typeof publication.blogsAndNewsList>
type ArticleKey = Parsed<typeof publication.blogsAndNewsInfo>

const notPublished = (sentence: string) => new BusinessError(404, sentence)

/**
 * Editorial pages: banners, blocks, jury, articles, press, policies, FAQ, regulations, contact, about. With `isPreview`
 * as they will be, once the hour of each has come.
 */
export const contentService = (context: AppContext, isPreview = false) => {
  const content = contentRepository(context.db, isPreview)

  async function policy(type: PolicyType, language: Language) {
    const row = await content.policy(type, context.clock())
    if (!row) return null
    const { version, effective_at } = row
    return {
      type,
      title: translated(row.title, language),
      version,
      html: translated(row.html, language),
      effective_at: String(effective_at),
    }
  }

  async function faq(language: Language): Promise<Faq[]> {
    const rows = await content.faqs(context.clock())
    return rows.map((row) => ({
      id: row.id,
      group: translated(row.grouping, language),
      question: translated(row.question, language),
      html: translated(row.html, language),
    }))
  }

  const titleOf = (row: ArticleRow | undefined, language: Language) =>
    row ? { slug: row.slug, title: translated(row.title, language) } : null

  return {
    policy,
    faq,

    async banners(position: string, language: Language) {
      const rows = await content.banners(position, context.clock())
      return rows.map((row) => toBanner(row, language))
    },

    async blocks(position: string, language: Language): Promise<Answer<typeof publication.other>> {
      const rows = await content.blocks(position, context.clock())
      return rows.map((row) => ({
        id: row.id,
        position: positionOf(row.position),
        title: translated(row.title, language),
        html: translated(row.html, language),
        image: toPublicPicture(row.image_file_id, row, translatedOrNull(row.alt, language) ?? ''),
      }))
    },

    async jury(language: Language) {
      const rows = await content.jurors()
      return { list: rows.map((row) => toJuror(row, language)) }
    },

    async articles({ type, current, pageSize }: ListInput, language: Language) {
      const window = { current, pageSize }
      const { rows, total } = await content.articlePage(type, window, context.clock())
      return { list: rows.map((row) => toArticleCard(row, language)), total, ...window }
    },

    async article(key: ArticleKey, language: Language): Promise<Article> {
      if (!key.id && !key.slug) {
        throw new BusinessError(422, { slug: ['Give the slug or the id of an article'] })
      }
      const now = context.clock()
      const row = await content.article(key, now)
      if (!row) {
        throw new BusinessError(404, 'There is no such article. Please go back to the list.')
      }
      const previous = await content.adjacentArticle(row.published_at, 'before', now)
      const next = await content.adjacentArticle(row.published_at, 'after', now)
      return {
        ...toArticleCard(row, language),
        html: translated(row.html, language),
        previous: titleOf(previous, language),
        next: titleOf(next, language),
      }
    },

    async reports({ current, pageSize }: Window, language: Language) {
      const { rows, total } = await content.reports({ current, pageSize }, context.clock())
      const list = rows.map(({ title, date, ...report }) => ({
        ...report,
        title: translated(title, language),
        date: String(date),
      }))
      return { list, total, current, pageSize }
    },

    /** The policy in force, or the FAQ for type `faq`. */
    async policyOrFaqs(type: PolicyType, language: Language) {
      if (type === POLICY_TYPES.faq) return { policy: null, faq: await faq(language) }
      return { policy: await policy(type, language), faq: [] }
    },

    /**
     * The version in force (before there is one, the next to come), or the given earlier or announced one; 404 for an
     * unknown version.
     */
    async regulations(
      version: string | undefined,
      language: Language,
    ): Promise<Answer<typeof publication.regulations>> {
      const versions = await content.regulationVersions(context.clock())
      const first = versions.find(({ is_effective }) => is_effective) ?? versions.at(-1)
      if (!first)
        throw notPublished(
          'The text of the regulations has not been published yet. Please come back later.',
        )
      const shown = version ? versions.find((one) => one.version === version) : first
      if (!shown) {
        const choices = versions.map((one) => one.version).join(', ')
        throw new BusinessError(404, `There is no version ${version}. Please choose: ${choices}.`)
      }
      const chapters = await content.chapters(shown.version)
      const others = versions.filter((one) => one !== first)
      return {
        version: shown.version,
        effective_at: shown.effective_at,
        pdf_url: shown.pdf_url,
        versions: [first, ...others].map(({ version, effective_at, is_effective }) => ({
          version,
          effective_at,
          is_effective,
        })),
        chapters: chapters.map(({ number, title, html }) => ({
          number,
          title: translated(title, language),
          html: translated(html, language),
        })),
      }
    },

    async contact(language: Language): Promise<Answer<typeof publication.contact>> {
      const parsed = SiteDocuments.contact.safeParse(await content.document('contact'))
      if (!parsed.success)
        throw notPublished('The contact page has not been published yet. Please come back later.')
      return { ...parsed.data, hours: translated(parsed.data.hours, language) }
    },

    async about(language: Language): Promise<Answer<typeof publication.about>> {
      const about = SiteDocuments.about.safeParse(await content.document('about'))
      const programme = SiteDocuments.programme.safeParse(await content.document('programme'))
      if (!about.success || !programme.success)
        throw notPublished(
          'The page about the programme has not been published yet. Please come back later.',
        )
      const inLanguage = (value: unknown) => translated(value, language)
      return {
        programme: inLanguage(programme.data.name),
        tagline: inLanguage(programme.data.tagline),
        html: inLanguage(about.data.html),
        figures: about.data.figures.map(({ value, label }) => ({
          value,
          label: inLanguage(label),
        })),
        team: about.data.team.map(({ name, role }) => ({ name, role: inLanguage(role) })),
        partners: about.data.partners.map(({ name, role }) => ({ name, role: inLanguage(role) })),
      }
    },
  }
}

const Texts = z.object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() })

/** Schemas of the rows of `site_documents` that public pages read. */
const SiteDocuments = {
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
