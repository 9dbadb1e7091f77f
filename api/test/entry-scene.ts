import { entries } from '@awards/shared/contract'
import { testApi } from './test-api.ts'

/** Answers that are complete for submission. */
export const COMPLETE = {
  title: 'Ondine',
  summary: 'A chair that stacks like water settles.',
  description: 'Steam-bent oak, joined without metal. '.repeat(10),
  completion_date: '2026-05-01',
  realisation: 1 as const,
  designers: [{ name: 'Anne Brumaire' }],
  ai_use: 0 as const,
  rights_declaration: true,
  image_licence_consent: true,
}

/** The API with an open call for entries, categories, prices and entrants. */
export async function entryScene() {
  const api = await testApi()
  const { db, build } = api
  const { edition, section, category } = await build.programme()
  const phases = [
    [1, -30, 30],
    [2, 30, 40],
    [3, 40, 60],
  ] as const
  for (const [phase, from, until] of phases) {
    const row = {
      edition_id: edition.id,
      phase,
      starts_at: build.at(from),
      ends_at: build.at(until),
    }
    await build.phase(row)
  }
  const group = await build.category({ code: 'GRP' })
  const second = await build.category({ code: 'LUM', parent_id: group.id })
  await db
    .updateTable('categories')
    .set({ parent_id: group.id })
    .where('id', '=', category.id)
    .execute()
  const period = await db
    .insertInto('fee_periods')
    .values({
      edition_id: edition.id,
      code: 'standard',
      name: JSON.stringify({ en: 'Standard' }),
      starts_at: edition.opens_at,
      ends_at: edition.closes_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const price = { period_id: period.id, section_id: section.id }
  await db
    .insertInto('fee_prices')
    .values([
      { ...price, kind: 'first', amount_minor: 26_000 },
      { ...price, kind: 'additional', amount_minor: 14_000 },
    ])
    .execute()

  /** A ready image with a perceptual hash. */
  async function picture(owner: { id: string }, name: string, phash: string | null = null) {
    const { id } = await db
      .insertInto('stored_files')
      .values({
        owner_id: owner.id,
        purpose: 'entry_image',
        status: 'ready',
        original_name: name,
        sha256: Buffer.from(name.padEnd(32, '.').slice(0, 32)),
        phash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** A complete draft; `looks` are the perceptual hashes of its images. */
  async function draft({
    owner,
    looks = [null, null, null],
    categories = [category.id],
  }: {
    owner?: Awaited<ReturnType<typeof build.user>>
    looks?: readonly (string | null)[]
    categories?: string[]
  } = {}) {
    const person = owner ?? (await build.user())
    const entrant = api.as(person)
    const { project_id, orders } = await entrant.call(entries.entry, {
      section_id: section.id,
      category_ids: categories,
      title: COMPLETE.title,
    })
    const id = orders[0]?.apply_order_id ?? ''
    const files = []
    for (const [index, look] of looks.entries()) {
      const kind = index === 0 ? ('cover' as const) : ('image' as const)
      const file_id = await picture(person, `${id.slice(-12)}-${index}`, look)
      files.push({ file_id, kind, sort: index, alt: 'An oak chair' })
    }
    await entrant.call(entries.editImage, { apply_order_id: id, version: 1, files })
    await entrant.call(entries.edit, { apply_order_id: id, version: 2, answers: COMPLETE })
    return { owner: person, entrant, id, project_id, orders, version: 3, files }
  }

  async function submitted(given: Parameters<typeof draft>[0] = {}) {
    const made = await draft(given)
    const { id, version } = made
    const input = { apply_order_id: id, version, answers: {}, submit: true }
    await made.entrant.call(entries.edit, input)
    return { ...made, version: version + 1 }
  }

  return { ...api, edition, section, category, second, group, draft, submitted, picture }
}
