import { z } from 'zod'
import { StartError } from '../../../lib/start-error.ts'
import { AboutFile, ContactFile } from '../read/content-schema.ts'
import type { LiveContent } from './export.repository.ts'
import { sortOf } from './export-catalogue.ts'
import { written, yamlFile, type ExportedFile } from './export-text.ts'
import { JurorFile, ProgrammeFile } from '../read/programme-schema.ts'

const Document = z.record(z.string(), z.unknown())
const Stored = {
  programme: Document.and(z.object({ timezone: z.string(), name: z.object({ en: z.string() }) })),
  contact: Document.and(z.object({ address: z.array(z.string()) })),
  about: Document.and(z.object({ image_file_id: z.string() })),
}

type FileOf = (id: string | null, folder: string) => string | undefined

/** The programme's own document, from which the export takes the time zone. */
export const programmeDocument = (live: LiveContent) =>
  documentOf(live, 'programme', Stored.programme)

function documentOf<S extends z.ZodType>(
  { documents }: LiveContent,
  code: string,
  shape: S,
): z.output<S> {
  const found = shape.safeParse(documents.find((row) => row.code === code)?.document)
  if (found.success) return found.data
  throw new StartError('Nothing is exported: this site has no programme yet. Load one with apply.')
}

/** Programme, contact, about. */
export function siteFiles(live: LiveContent, fileOf: FileOf): ExportedFile[] {
  const {
    anchor: _anchor,
    student_package_percent: _percent,
    ...programme
  } = programmeDocument(live)
  const contact = documentOf(live, 'contact', Stored.contact)
  const about = documentOf(live, 'about', Stored.about)
  const { email, entries_email, press_email, privacy_email } = contact
  const { phone, hours, answer_time, social, map_url } = contact
  const { title, alt, figures, team, partners } = about
  return [
    yamlFile('programme.yaml', ProgrammeFile, {
      ...{ code: codeOf(programme.name.en), ...programme },
      bank: documentOf(live, 'bank', Document),
    }),
    yamlFile('content/contact.yaml', ContactFile, {
      emails: {
        general: email,
        entries: entries_email,
        press: press_email,
        privacy: privacy_email,
      },
      ...{ phone, hours, answer_time, social, map_url },
      address: contact['place'] ?? placeOf(contact.address, programme['organiser']),
    }),
    yamlFile('content/about.yaml', AboutFile, {
      ...{ title, alt, figures, team, partners, image: fileOf(about.image_file_id, 'site') },
      story: written('content/about.yaml', about['markdown']),
    }),
  ]
}

const codeOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

// Sites loaded by an earlier version have the lines of the address alone.
function placeOf([, street, town = '']: string[], organiser: unknown) {
  const [postal_code, ...city] = town.split(' ')
  const { country } = z.object({ country: z.string() }).parse(organiser)
  return { street, postal_code, city: city.join(' '), country }
}

/** The jury as visitors see it. Whose account a seat is remains data of people. */
export function jurorFiles(
  { jurors, panels, categories }: LiveContent,
  fileOf: FileOf,
): ExportedFile[] {
  const leaves = categories.filter(({ parent_id }) => parent_id !== null).length
  return jurors.map((row, index) => {
    const panel = panels
      .filter(({ juror_id }) => juror_id === row.id)
      .map(({ category }) => category)
    const number = String(index + 1).padStart(2, '0')
    return yamlFile(`jurors/${number}-${row.slug}.yaml`, JurorFile, {
      ...{ slug: row.slug, name: row.name, level: row.level, president: row.is_president },
      ...{ title: row.title, company: row.company, country: row.country },
      ...{ categories: panel.length === leaves ? 'all' : panel, capabilities: row.capabilities },
      ...{ photo: fileOf(row.photo_file_id, 'jurors'), alt: row.photo_alt, bio: row.bio },
      ...{ show_public: row.show_public, ...sortOf(row, index) },
    })
  })
}
