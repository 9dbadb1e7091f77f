import { POLICY_TYPES } from '@awards/shared/domain'
import { translatedHtml } from './markdown.ts'
import { dayIn } from './programme-dates.ts'
import { alternative, put, replace, type Load } from './programme-load.ts'

/** What editors publish. The files own these tables: what they no longer name is removed. */
export async function putContent(load: Load): Promise<void> {
  const { banners, blocks, news, press, faq, regulations, policies, programme } = load.programme
  const zone = programme.value.timezone
  const day = (text: string) => dayIn(load.when(text), zone)

  await replace(
    load,
    { table: 'banners', key: ['code'] },
    banners.value.map(({ image, alt, link, ...banner }) => ({
      ...banner,
      image_file_id: load.picture(image),
      alt: alternative(alt),
      link: link === '' ? null : link,
    })),
  )
  await replace(
    load,
    { table: 'blocks', key: ['code'] },
    blocks.value.map(({ image, alt, body, code, position, sort, title }) => ({
      ...{ code, position, sort, title },
      html: translatedHtml(body),
      image_file_id: image ? load.picture(image) : null,
      alt: alternative(alt),
    })),
  )
  await replace(
    load,
    { table: 'articles', key: ['slug'] },
    news.map(({ value: { cover, alt, published_at, ...article }, bodies }) => ({
      ...article,
      html: translatedHtml(bodies),
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
    faq.value.questions.map(({ code, group, q, a }, sort) => ({
      code,
      grouping: faq.value.groups[group],
      question: q,
      html: translatedHtml(a),
      sort,
    })),
  )
  await replace(
    load,
    { table: 'regulation_chapters', key: ['number'] },
    regulations.map(({ value, bodies }, index) => ({
      number: index + 1,
      title: value.title,
      html: translatedHtml(bodies),
    })),
  )
  // Earlier versions of a policy stay: somebody has accepted them.
  await put(
    load,
    { table: 'policies', key: ['type', 'version'] },
    policies.map(({ value, bodies }) => ({
      type: POLICY_TYPES[value.type],
      version: value.version,
      title: value.title,
      html: translatedHtml(bodies),
      effective_at: day(value.effective_at),
    })),
  )
  await putDocuments(load)
}

/** Documents of the site of which there is one each. */
async function putDocuments(load: Load) {
  const { programme, contact, about, policies, fees, scoring } = load.programme
  const { name, tagline, organiser, timezone, currency, bank, certificate } = programme.value
  const { primary_colour } = programme.value
  const { emails, phone, address, hours, answer_time, social, map_url } = contact.value
  const terms = policies.find(({ value }) => value.type === 'terms')?.value
  const documents = {
    programme: {
      ...{ name, tagline, organiser, primary_colour, timezone, currency, certificate },
      student_package_percent: fees.value.student_package_percent,
      jurors_per_entry: scoring.value.jurors_per_entry,
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
      ...{ hours, answer_time, social, map_url },
    },
    about: {
      title: about.value.title,
      html: translatedHtml(about.value.story),
      image_file_id: load.picture(about.value.image),
      alt: about.value.alt,
      figures: about.value.figures,
      team: about.value.team,
      partners: about.value.partners,
    },
    regulations: {
      version: terms?.version ?? '1',
      effective_at: dayIn(load.when(terms?.effective_at ?? '+0d'), timezone),
      pdf_url: null,
    },
  }
  const rows = Object.entries(documents).map(([code, document]) => ({ code, document }))
  await put(load, { table: 'site_documents', key: ['code'] }, rows)
}
