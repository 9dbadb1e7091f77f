import { POLICY_TYPES, type Translated, dayIn } from '@awards/shared/domain'
import { translatedHtml } from './read/markdown.ts'
import { alternative, put, replace, type Load } from './programme-load.ts'

/** What editors publish. The files own these tables: what they no longer name is removed. */
export async function putContent(load: Load): Promise<void> {
  const { banners, blocks, news, press, faq, regulations, policies, programme } = load.programme
  const zone = programme.value.timezone
  const day = (text: string) => dayIn(load.when(text), zone)

  await replace(
    load,
    { table: 'banners', key: ['code'] },
    banners.value.map(({ image, mobile_image, alt, link, link_label, ...banner }) => ({
      ...banner,
      ...shownOf(load, banner),
      mobile_file_id: mobile_image ? load.picture(mobile_image) : null,
      link_label: link_label ?? null,
      image_file_id: load.picture(image),
      alt: alternative(alt),
      link: link === '' ? null : link,
    })),
  )
  await replace(
    load,
    { table: 'blocks', key: ['code'] },
    blocks.value.map(({ image, alt, body, ...block }) => ({
      ...block,
      ...shownOf(load, block),
      ...written(body),
      image_file_id: image ? load.picture(image) : null,
      alt: alternative(alt),
    })),
  )
  await replace(
    load,
    { table: 'articles', key: ['slug'] },
    news.map(({ value: { cover, alt, published_at, ...article }, bodies }) => ({
      ...article,
      ...written(bodies),
      cover_file_id: load.picture(cover),
      cover_alt: alternative(alt),
      published_at: load.when(published_at),
    })),
  )
  await replace(
    load,
    { table: 'media_reports', key: ['code'] },
    press.value.map(({ published_at, ...report }) => ({ ...report, date: day(published_at) })),
  )
  await replace(
    load,
    { table: 'faqs', key: ['code'] },
    faq.value.questions.map(({ code, group, q, a, ...question }, sort) => ({
      code,
      ...shownOf(load, question),
      grouping: faq.value.groups[group],
      question: q,
      ...written(a),
      sort,
    })),
  )
  // Earlier versions of regulations and policies stay: somebody has accepted them.
  await put(
    load,
    { table: 'regulation_versions', key: ['version'] },
    regulations.map(({ value: { version, effective_at, pdf } }) => ({
      version,
      effective_at: day(effective_at),
      pdf_url: pdf ?? null,
    })),
  )
  const versions = regulations.map(({ value }) => value.version)
  await replace(
    load,
    {
      table: 'regulation_chapters',
      key: ['version', 'number'],
      within: { column: 'version', values: versions },
    },
    regulations.flatMap(({ value: { version }, chapters }) =>
      chapters.map(({ value: { title }, bodies }, index) => ({
        version,
        number: index + 1,
        title,
        ...written(bodies),
      })),
    ),
  )
  await put(
    load,
    { table: 'policies', key: ['type', 'version'] },
    policies.map(({ value, bodies }) => ({
      type: POLICY_TYPES[value.type],
      version: value.version,
      title: value.title,
      ...written(bodies),
      effective_at: day(value.effective_at),
    })),
  )
  await putDocuments(load)
}

/** A text as its author wrote it, and as the site shows it. */
const written = (texts: Translated) => ({ markdown: texts, html: translatedHtml(texts) })

type Shown = { starts_at?: string | undefined; ends_at?: string | undefined }
const shownOf = ({ when }: Load, { starts_at, ends_at }: Shown) => ({
  starts_at: starts_at ? when(starts_at) : null,
  ends_at: ends_at ? when(ends_at) : null,
})

/** Documents of the site of which there is one each. */
async function putDocuments(load: Load) {
  const { programme, contact, about, fees, scoring } = load.programme
  const { code, name, tagline, organiser, primary_colour } = programme.value
  const { timezone, currency, bank, certificate, number_prefix } = programme.value
  const { emails, phone, address, hours, answer_time, social, map_url } = contact.value
  const documents = {
    programme: {
      number_prefix: number_prefix ?? code.slice(0, 2).toUpperCase(),
      code,
      name,
      tagline,
      organiser,
      primary_colour,
      timezone,
      currency,
      certificate,
      student_package_percent: fees.value.student_package_percent,
      jurors_per_entry: programme.value.jurors_per_entry ?? scoring.value.jurors_per_entry,
      anchor: load.anchor,
    },
    bank,
    contact: {
      email: emails.general,
      press_email: emails.press,
      entries_email: emails.entries,
      privacy_email: emails.privacy,
      phone,
      address: [organiser.name, address.street, `${address.postal_code} ${address.city}`],
      place: address,
      hours,
      answer_time,
      social,
      map_url,
    },
    about: {
      title: about.value.title,
      ...written(about.value.story),
      image_file_id: load.picture(about.value.image),
      alt: about.value.alt,
      figures: about.value.figures,
      team: about.value.team,
      partners: about.value.partners,
    },
  }
  const rows = Object.entries(documents).map(([code, document]) => ({ code, document }))
  await put(load, { table: 'site_documents', key: ['code'] }, rows)
}
