import { atScale } from '../../tools/testing/scale.ts'
import { fieldsWith } from '@awards/shared/domain'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import type { ApplyOrders } from '../src/db/schema.gen.ts'
import { PictureVariants, pictureAddress } from '../src/files/pictures/picture.ts'
import { imageIngest } from '../src/files/pictures/picture-jobs.ts'
import { derivedStorageKey } from '../src/files/storage/storage.ts'
import { words } from './planted-words.ts'
import type { TestApi } from './test-api.ts'
import { DAY_MS } from '../src/lib/time.ts'

/** Planted data that must not be public. */
export type Planted = {
  ids: string[]
  entryIds: string[]
  words: string[]
  numbers: string[]
  slugs: { juror: string; article: string }
  codes: { edition: string; category: string }
  fileAddresses: string[]
  storageKeys: string[]
}

type Scenario = {
  readonly name: string
  readonly entry_status: number
  readonly entry_fee_status?: number
  /** In an edition that is not published. */
  readonly isEmbargoed?: boolean
  readonly is_show?: boolean
  readonly certificate?: 'valid' | 'suspended' | 'revoked'
}

/** Reasons why a decided entry is not public; each twice in the full run. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'draft', entry_status: 0 },
  { name: 'submitted', entry_status: 10 },
  { name: 'unpaid', entry_status: 10, entry_fee_status: 1 },
  { name: 'paid', entry_status: 20 },
  { name: 'in-judging', entry_status: 30 },
  { name: 'shortlisted', entry_status: 40 },
  { name: 'second-level', entry_status: 50 },
  { name: 'not-awarded', entry_status: 61 },
  { name: 'withdrawn', entry_status: 90 },
  { name: 'excluded', entry_status: 91 },
  { name: 'hidden', entry_status: 60 },
  { name: 'suspended', entry_status: 60, certificate: 'suspended' },
  { name: 'revoked', entry_status: 60, certificate: 'revoked' },
  { name: 'embargo', entry_status: 60, isEmbargoed: true, certificate: 'valid' },
  { name: 'shown-early', entry_status: 60, isEmbargoed: true, is_show: true, certificate: 'valid' },
]

const ENTRIES = SCENARIOS.length * atScale({ core: 1, full: 2 })

/** Plants non-public rows of every kind, filled with unique words. */
export async function plantSecrets(api: TestApi): Promise<Planted> {
  const { db, context, build } = api
  const planted: Planted = {
    ids: [],
    entryIds: [],
    words: [],
    numbers: [],
    fileAddresses: [],
    storageKeys: [],
    slugs: {
      juror: 'zorpqua-juror',
      article: 'zorpqua-article',
    },
    codes: {
      edition: 'ZORPQUA-1',
      category: 'ZORPQUA',
    },
  }
  const text = (what: string) => JSON.stringify({ en: secret(what), fr: secret(`${what}fr`) })
  function secret(what: string) {
    const word = words.of(what)
    planted.words.push(word)
    return word
  }
  const keep = <Row extends { id: string }>(row: Row): Row => {
    planted.ids.push(row.id)
    return row
  }

  const addEntry = (row: Insertable<ApplyOrders>) =>
    db.insertInto('apply_orders').values(row).returning('id').executeTakeFirstOrThrow()

  async function file(owner_id: string | null, colour: number): Promise<string> {
    const background = { r: colour, g: 255 - colour, b: (colour * 7) % 255 }
    const image = sharp({ create: { width: 600, height: 400, channels: 3, background } })
    const bytes = await image.jpeg().toBuffer()
    const { variants, ...picture } = await imageIngest(context.storage).ingest(bytes)
    const row = await db
      .insertInto('stored_files')
      .values({
        owner_id,
        purpose: 'entry_image',
        status: 'ready',
        mime: 'image/webp',
        ...picture,
        original_name: `${secret('file')}.jpg`,
        variants: JSON.stringify(variants),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { thumb, card, full, full_jpeg } = PictureVariants.parse(variants)
    planted.fileAddresses.push(
      pictureAddress(row.id, 'thumb', thumb.key),
      pictureAddress(row.id, 'card', card.key),
      pictureAddress(row.id, 'full', full.key),
      pictureAddress(row.id, 'full', full_jpeg.key),
      pictureAddress(row.id, 'thumb', derivedStorageKey(thumb.key, 'avif-1', 'avif')),
      `/pictures/${row.id}/og.jpg`,
    )
    planted.storageKeys.push(thumb.key, card.key, full.key, full_jpeg.key)
    return keep(row).id
  }

  const published = await db
    .selectFrom('apply_orders as entry')
    .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
    .select(['edition_id', 'category_id', 'section_id', 'award_id'])
    .where('edition.status', '=', 4)
    .where('entry.is_show', '=', true)
    .executeTakeFirstOrThrow()
  const judged = keep(
    await build.edition({
      code: planted.codes.edition,
      name: text('edition'),
      status: 3,
      year: 2031,
      opens_at: build.at(-300),
      closes_at: build.at(-200),
      results_published_at: null,
    }),
  )
  const closed = keep(
    await build.category({
      code: planted.codes.category,
      name: text('category'),
      is_active: false,
      description: text('about-category'),
      image_file_id: await file(null, 3),
    }),
  )

  for (let index = 0; index < ENTRIES; index++) {
    const scenario = SCENARIOS[index % SCENARIOS.length]
    if (!scenario) break
    const { name, entry_status, is_show = false, entry_fee_status = 2, certificate } = scenario
    const owner = keep(await build.user({ first_name: secret('first'), last_name: secret('last') }))
    const number = `ZORPQUA${index}-${name}`
    const isElsewhere = scenario.isEmbargoed || (entry_status !== 60 && index % 3 === 0)
    planted.numbers.push(number, `#Zorpqua${index}`)
    const answers = {
      ...Object.fromEntries(fieldsWith({ kind: 'text' }).map((name) => [name, secret(name)])),
      ...Object.fromEntries(
        fieldsWith({ kind: 'link' }).map((name) => [name, `https://${secret(name)}.example`]),
      ),
      designers: [
        {
          name: secret('designer'),
          role: secret('role'),
          country: 'ZW',
        },
      ],
    }
    const { id: project_id } = await db
      .insertInto('projects')
      .values({ user_id: owner.id, title: secret('project') })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entry = keep(
      await addEntry({
        user_id: owner.id,
        project_id,
        entry_status,
        is_show,
        title: secret('title'),
        country: 'ZW',
        entry_no: number,
        judging_no: `#Zorpqua${index}`,
        section_id: published.section_id,
        award_id: published.award_id,
        edition_id: isElsewhere ? judged.id : published.edition_id,
        category_id: index % 5 === 0 ? closed.id : published.category_id,
        entry_fee_status,
        answers: JSON.stringify(answers),
        winning_info: JSON.stringify({ winner_name: secret('winner') }),
        jury_statement: text('jury'),
        submitted_at: new Date(Date.now() - 90 * DAY_MS),
        published_at: entry_status === 60 ? new Date(Date.now() - DAY_MS) : null,
      }),
    )
    planted.entryIds.push(entry.id)
    for (const kind of ['cover', 'image'] as const) {
      const file_id = await file(owner.id, index * 7 + (kind === 'cover' ? 1 : 2))
      const described = { alt: secret('alt'), credit: secret('credit') }
      await db
        .insertInto('entry_files')
        .values({ apply_order_id: entry.id, file_id, kind, ...described })
        .execute()
    }
    if (certificate) {
      const number = `C-GA26-MOB-9${String(index).padStart(3, '0')}`
      const row = { number, holder: secret('holder'), status: certificate }
      await db
        .insertInto('certificates')
        .values({ ...row, apply_order_id: entry.id, award_id: published.award_id ?? '' })
        .execute()
      planted.numbers.push(number)
    }
  }

  const juror = await build.juror(2, {
    slug: planted.slugs.juror,
    name: secret('juror'),
    show_public: false,
    title: text('juror-title'),
    bio: text('bio'),
    company: secret('juror-company'),
    photo_file_id: await file(null, 11),
    category_ids: [published.category_id],
  })
  planted.ids.push(juror.juror_id)
  const content = {
    article: {
      slug: planted.slugs.article,
      type: 'news',
      title: text('news'),
      html: text('news-text'),
      excerpt: text('excerpt'),
      tags: [secret('tag')],
      cover_file_id: await file(null, 12),
      published_at: build.at(5),
    },
    banner: {
      code: 'zorpqua',
      position: 'home_hero',
      title: text('banner'),
      sort: -5,
      image_file_id: await file(null, 13),
      starts_at: build.at(2),
      ends_at: build.at(9),
    },
    block: {
      code: 'zorpqua',
      position: 'home_hero',
      title: text('block'),
      html: text('block-text'),
      image_file_id: await file(null, 14),
      ends_at: build.at(-2),
    },
    faq: {
      code: 'zorpqua',
      group_code: 'group-1',
      grouping: text('group'),
      question: text('question'),
      html: text('reply'),
      starts_at: build.at(2),
    },
    report: {
      code: 'zorpqua',
      outlet: secret('outlet'),
      title: text('report'),
      language: 'en',
      url: `https://${secret('press')}.example`,
      date: build.at(6).toISOString().slice(0, 10),
    },
  }
  keep(
    await db
      .insertInto('articles')
      .values(content.article)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  keep(
    await db.insertInto('banners').values(content.banner).returning('id').executeTakeFirstOrThrow(),
  )
  keep(
    await db.insertInto('blocks').values(content.block).returning('id').executeTakeFirstOrThrow(),
  )
  keep(await db.insertInto('faqs').values(content.faq).returning('id').executeTakeFirstOrThrow())
  keep(
    await db
      .insertInto('media_reports')
      .values(content.report)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await context.publicCache.settle()
  return planted
}
