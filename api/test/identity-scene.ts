import { TABLE_COLUMNS, columnFacts, readsOf, type TableColumn } from '@awards/shared/contract'
import { BLIND_TEXTS, fieldsWith } from '@awards/shared/domain'
import sharp from 'sharp'
import { imageIngest } from '../src/files/pictures/picture-jobs.ts'
import type { jurySetting } from './jury-setting.ts'
import type { TestApi } from './test-api.ts'

type Jury = Awaited<ReturnType<typeof jurySetting>>

/** Prefixes of planted words: identifying words, and words of other jurors. */
export const PLANTED = { identity: 'Zorpqua', jurors: 'Vexilor' } as const

const segment = (marker: number, payload: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

/** A word in each stored column that identifies the entrant in the chair's table, without those in `others`. */
const tableWords = (word: (what: string) => string, others: readonly string[]) =>
  Object.fromEntries(
    (Object.keys(TABLE_COLUMNS) as TableColumn[])
      .filter((key) => columnFacts(key).readers.startsWith('named'))
      .flatMap(readsOf)
      .filter((column) => !others.includes(column))
      .map((column) => [column, word(column)]),
  )

const choiceOf = (code: string) => ({ code, label: { en: `Choice ${code}` } })

/** Entries with planted names in every field and file. */
export function identityScene({ db, build, context }: TestApi, jury: Jury) {
  const words: string[] = []
  const word = (what: string, prefix: string = PLANTED.identity) => {
    const made = `${prefix}${words.length + 1}${what}`
    words.push(made)
    return made
  }

  /** A JPEG with names in EXIF, GPS, XMP, IPTC and its comment. */
  async function picture(colour: number) {
    const background = { r: colour, g: 90, b: 200 - colour }
    const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .withExif({
        IFD0: {
          Artist: word('artist'),
          Copyright: word('copyright'),
          ImageDescription: word('shot'),
        },
        IFD3: { GPSAreaInformation: word('gps') },
      })
      .jpeg()
      .toBuffer()
    const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${word('xmp')}</x:xmpmeta>`
    const byline = Buffer.from(word('iptc'))
    const iptc = Buffer.concat([
      Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1'),
      Buffer.from([byline.length + 5, 0x1c, 2, 80, 0, byline.length]),
      byline,
    ])
    const bytes = Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe1, Buffer.from(xmp)),
      segment(0xed, iptc),
      segment(0xfe, Buffer.from(word('comment'))),
      plain.subarray(2),
    ])
    return imageIngest(context.storage).ingest(bytes)
  }

  /** Form of entries with a free text that jurors read, one that they do not, and a choice. */
  const form = db
    .insertInto('entry_forms')
    .values({
      hash: 'planted',
      created_at: new Date(),
      questions: JSON.stringify(
        (
          [
            ['repair', 'long_text', 'redacted'],
            ['maker', 'text', 'hidden'],
            ['reach', 'choice', 'shown'],
          ] as const
        ).map(([code, kind, jurors]) => ({
          code,
          kind,
          jurors,
          label: { en: `Question ${code}` },
          choices: kind === 'choice' ? ['far', 'near'].map(choiceOf) : [],
        })),
      ),
    })
    .onConflict((conflict) => conflict.doNothing())

  /** An entry with two pictures and a PDF; `isSeen` plants no names in texts that jurors may read. */
  async function entry(given: { category_id?: string; isSeen: boolean; judging_no: string }) {
    const { isSeen, ...columns } = given
    const [first, last] = [word('first'), word('last')]
    const [company, client, designer] = [
      word('company'),
      `${word('client')} & ${word('sons')}`,
      `${word('anne')} ${word('dupré')}`,
    ]
    const site = word('site').toLowerCase()
    const mail = `${word('mail').toLowerCase()}@${word('host').toLowerCase()}.example`
    const owner = await build.user({
      first_name: first,
      last_name: last,
      company,
      email: mail,
      school: word('school'),
      address: word('street'),
      city: word('town'),
      phone: `+33${words.length}`,
      vat_no: word('vat'),
    })
    const agent = word('agent')
    const named = (what: string) =>
      isSeen
        ? `${what} by ${first} ${last}, ${last} of ${company.toUpperCase()}, with ${designer}, for ${client}. ` +
          `See https://${site}.example/${first} or @${site} or ${site}.example, write to ${mail}; code ${agent}.`
        : word(what)
    const short = (what: string) =>
      isSeen ? `${what} by ${company}, ${last}, ${designer}; code ${agent}` : word(what)
    const title = isSeen ? `Chair of ${first} ${last}` : word('title')
    const answers = {
      ...Object.fromEntries(
        fieldsWith({ kind: 'text', jurors: 'hidden' }).map((name) => [name, word(name)]),
      ),
      ...Object.fromEntries(BLIND_TEXTS.map((name) => [name, named(name)])),
      title,
      company,
      client,
      website_url: `https://www.${site}.example/work`,
      video_url: `https://vimeo.com/${word('video')}`,
      designers: [
        {
          name: designer,
          role: word('role'),
          country: 'FR',
        },
      ],
      summary: short('A chair'),
      materials: short('Oak'),
      dimensions: short('Small'),
      image_licence_consent: true,
      rights_declaration: true,
      questions: { repair: named('repair'), maker: word('maker'), reach: 'far' },
    }
    await form.execute()
    const row = await build.entry(owner, {
      form_hash: 'planted',
      entry_status: 40,
      title,
      entry_no: word('number'),
      agent_code: agent,
      invitation_code: word('invitation'),
      ...tableWords(word, ['agent_code', 'invitation_code']),
      answers: JSON.stringify(answers),
      winning_info: JSON.stringify({ winner_name: word('winner') }),
      ...columns,
    })
    for (const [sort, kind] of (['cover', 'image'] as const).entries()) {
      const { variants, ...look } = await picture(sort * 40 + 10)
      const original_name = `${word('file')}.jpg`
      const { id: file_id } = await db
        .insertInto('stored_files')
        .values({
          owner_id: owner.id,
          purpose: 'entry_image',
          status: 'ready',
          mime: 'image/webp',
          ...look,
          original_name,
          variants: JSON.stringify(variants),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const alt = isSeen ? `The chair of ${company}, ${original_name}` : word('alt')
      await db
        .insertInto('entry_files')
        .values({ apply_order_id: row.id, file_id, kind, sort, alt, credit: word('credit') })
        .execute()
    }
    const { id: pdf } = await db
      .insertInto('stored_files')
      .values({
        owner_id: owner.id,
        purpose: 'entry_pdf',
        status: 'ready',
        mime: 'application/pdf',
        original_name: `${word('pdf')}.pdf`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('entry_files')
      .values({ apply_order_id: row.id, file_id: pdf, kind: 'pdf', sort: 9 })
      .execute()
    return { ...row, owner, company, names: { first, last } }
  }

  /** A vote with comments of another juror, under a planted name. */
  async function otherVote(target: { id: string }, level: 2 | 3, total: number) {
    const juror = await build.juror(level, {
      name: word('juror', PLANTED.jurors),
      company: word('employer', PLANTED.jurors),
      show_public: false,
    })
    await jury.vote(target, juror, total, level)
    await db
      .updateTable('scores')
      .set({
        comment_private: word('private', PLANTED.jurors),
        comment_entrant: word('remark', PLANTED.jurors),
      })
      .where('juror_id', '=', juror.juror_id)
      .execute()
    return juror
  }

  return { words, word, entry, otherVote }
}
