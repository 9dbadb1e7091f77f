import { entries, judge, juryDesk, subjudges } from '@awards/shared/contract'
import { newStorageKey } from '../../files/storage/storage.ts'
import { readZip } from '../../../test/read-zip.ts'
import { jurySetting } from '../../../test/jury-setting.ts'
import { testApi } from '../../../test/test-api.ts'

// A question that was changed in mid-season: entries of both forms are read, scored and downloaded by their own.
const api = await testApi()
const jury = await jurySetting(api)
const [anna] = jury.first
beforeEach(() => jury.enter(3))

const REACH = { code: 'reach', jurors: 'shown' }
const FORMS = {
  before: {
    ...REACH,
    kind: 'choice',
    label: { en: 'Who uses it?' },
    choices: [
      { code: 'one', label: { en: 'One city' } },
      { code: 'all', label: { en: 'The world' } },
    ],
  },
  after: { ...REACH, kind: 'number', label: { en: 'How many people use it?' }, choices: [] },
}

/** An entry that was submitted with one of the two forms. */
async function handedIn(hash: keyof typeof FORMS, judging_no: string, reach: string | number) {
  await api.db
    .insertInto('entry_forms')
    .values({ hash, created_at: new Date(), questions: JSON.stringify([FORMS[hash]]) })
    .execute()
  const answers = { summary: 'A chair.', image_licence_consent: true, questions: { reach } }
  const form = { form_hash: hash, answers: JSON.stringify(answers) }
  const entry = await jury.entry({ title: `Handed in ${hash}`, judging_no, ...form })
  await jury.assign(entry, [anna])
  return entry
}

test('entries of a question before and after its change are read, scored and downloaded by their own form', async () => {
  const early = await handedIn('before', '#7QK4Z', 'all')
  const late = await handedIn('after', '#8QK4Z', 1_200)

  for (const [entry, label, text] of [
    [early, 'Who uses it?', 'The world'],
    [late, 'How many people use it?', '1200'],
  ] as const) {
    const info = await api.as(anna).call(entries.info, { apply_order_id: entry.id })
    expect(info).toMatchObject({ projection: 'juror', questions: [{ label, text }] })
    const score = await api.as(anna).call(subjudges.score, {
      apply_order_id: entry.id,
      items: jury.marks(70),
      comment_private: '',
      comment_entrant: 'A comment for the entrant of more than thirty characters.',
      is_draft: false,
      version: 0,
    })
    expect(score).toMatchObject({ total: 70, is_draft: false })
  }

  const { url } = await api.as(jury.chair).call(judge.batchDownloadZip, {})
  const { rawPayload } = await api.app.inject({ method: 'GET', url })
  const sheets = [...readZip(rawPayload).values()].map(String)
  expect(sheets).toEqual([
    expect.stringContaining('Who uses it?\nThe world\n'),
    expect.stringContaining('How many people use it?\n1200\n'),
  ])
})

/** An entry whose form asks for two files: the picture may be seen, the PDF is hidden. */
async function withFiles() {
  const asked = (code: string, jurors: string, label: object, rest: object = {}) => ({
    code,
    jurors,
    label,
    kind: 'file',
    public: false,
    ...rest,
  })
  const questions = [
    asked('model', 'shown', { en: 'The model', fr: 'La maquette' }, { file_kinds: ['image'] }),
    asked('plan', 'hidden', { en: 'The plan' }, { file_kinds: ['pdf'] }),
    asked('face', 'hidden', { en: 'The author' }, { file_kinds: ['image'] }),
    asked('other', 'shown', { en: 'Elsewhere' }, { file_kinds: ['image'], categories: ['ELSE'] }),
  ]
  await api.db
    .insertInto('entry_forms')
    .values({ hash: 'files', created_at: new Date(), questions: JSON.stringify(questions) })
    .execute()
  const stored = async (purpose: string, name: string) => {
    const key = newStorageKey(purpose === 'entry_pdf' ? 'pdf' : 'jpg')
    await api.context.storage.put(key, Buffer.from(`bytes of ${name}`))
    const size = { key, width: 10, bytes: 20 }
    const variants =
      purpose === 'entry_pdf'
        ? { pdf: size }
        : { thumb: size, card: size, full: size, full_jpeg: size }
    const row = { purpose, status: 'ready', original_name: name, width: 10, height: 10 }
    return api.db
      .insertInto('stored_files')
      .values({ ...row, variants: JSON.stringify(variants) })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const files = {
    model: (await stored('entry_image', 'Atelier Nord model.jpg')).id,
    plan: (await stored('entry_pdf', 'Atelier Nord plan.pdf')).id,
    face: (await stored('entry_image', 'face.jpg')).id,
    other: (await stored('entry_image', 'elsewhere.jpg')).id,
  }
  const answers = { summary: 'A house.', questions: files }
  const entry = await jury.entry({
    title: 'Maison',
    judging_no: '#9QK4Z',
    form_hash: 'files',
    answers: JSON.stringify(answers),
  })
  await api.db
    .insertInto('entry_answer_files')
    .values(
      Object.entries(files).map(([question, file_id]) => ({
        apply_order_id: entry.id,
        question,
        file_id,
      })),
    )
    .execute()
  await jury.assign(entry, [anna])
  return entry
}

test('of files jurors see the picture of a question that shows it, without its name, and never a hidden one', async () => {
  const entry = await withFiles()
  const info = await api.as(anna).call(entries.info, { apply_order_id: entry.id })
  if (info.projection !== 'juror') throw new Error('Not a juror')
  expect(info.files).toMatchObject([{ kind: 'image', alt: 'The model', original_name: null }])
  expect(info.questions).toEqual([])
  expect(JSON.stringify(info)).not.toContain('Nord')
  const picture = await api.app.inject({ url: info.files[0]?.picture?.url ?? '' })
  expect(picture.payload).toBe('bytes of Atelier Nord model.jpg')

  const { url } = await api.as(jury.chair).call(judge.downloadZip, { apply_order_id: entry.id })
  const zip = readZip((await api.app.inject({ url })).rawPayload)
  expect([...zip.keys()]).toHaveLength(2)
  expect([...zip.values()].map(String)).toEqual([
    expect.stringContaining('Picture 01\nThe model'),
    'bytes of Atelier Nord model.jpg',
  ])

  // Redaction hides the file of an answer like every other picture of the sheet.
  const sheet = await api.as(jury.chair).call(juryDesk.redaction, { apply_order_id: entry.id })
  await api.as(jury.chair).call(juryDesk.redact, {
    apply_order_id: entry.id,
    phrases: [],
    hidden_file_ids: sheet.files.map(({ file_id }) => file_id),
    version: sheet.version,
  })
  const after = await api.as(anna).call(entries.info, { apply_order_id: entry.id })
  expect(after.files).toEqual([])
})

describe('the file of the chair’s table', () => {
  const text = (jurors: string, en: string, rest: object = {}) => ({
    kind: 'long_text',
    jurors,
    label: { en, fr: `${en} (fr)` },
    ...rest,
  })
  const QUESTIONS = [
    { code: 'story', ...text('redacted', 'The story') },
    { code: 'maker', ...text('hidden', 'The maker') },
    { code: 'share', kind: 'number', jurors: 'shown', label: { en: 'Share' } },
    { code: 'rules', kind: 'consent', jurors: 'hidden', label: { en: 'Rules' } },
    { code: 'page', kind: 'link', jurors: 'hidden', label: { en: 'Page' } },
    { code: 'plan', kind: 'file', jurors: 'hidden', label: { en: 'Plan' }, file_kinds: ['pdf'] },
    { code: 'else', ...text('redacted', 'Elsewhere', { categories: ['ELSE'] }) },
  ]
  const exported = async (language = 'en') => {
    const { data } = await api
      .as(jury.chair)
      .answer(
        juryDesk.exportTable,
        { format: 'csv', filters: 'keyword=Columns' },
        { 'accept-language': language },
      )
    const { body } = await api.app.inject({ method: 'GET', url: (data as { url: string }).url })
    return body
  }

  beforeAll(async () => {
    const older = [{ code: 'story', ...text('hidden', 'An older story') }]
    const gone = { code: 'gone', kind: 'choices', jurors: 'shown', label: { en: 'Gone since' } }
    const choices = [
      { code: 'a', label: { en: 'Ash' } },
      { code: 'b', label: { en: 'Beech' } },
    ]
    for (const [hash, days, questions] of [
      ['columns-1', 2, [...older, { ...gone, choices }]],
      ['columns-2', 1, QUESTIONS],
    ] as const) {
      await api.db
        .insertInto('entry_forms')
        .values({ hash, created_at: api.build.at(-days), questions: JSON.stringify(questions) })
        .execute()
    }
    const { id } = await api.db
      .insertInto('stored_files')
      .values({ purpose: 'entry_pdf', status: 'ready', original_name: 'Nord plan.pdf' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entry = (title: string, form_hash: string, questions: object) =>
      jury.entry({
        title,
        form_hash,
        answers: JSON.stringify({ company: 'Atelier Nord', questions }),
      })
    await entry('Columns one', 'columns-1', { story: 'Hidden then', gone: ['a', 'b'] })
    await entry('Columns two', 'columns-2', {
      story: '=1+1 by Atelier Nord',
      maker: 'Zoé Brûlé',
      share: 12.5,
      rules: false,
      page: 'https://nord.example',
      plan: id,
      else: 'Never asked here',
    })
  })

  test('has an anonymised chair read what jurors read, by the form of each entry', async () => {
    proves('call judge/exportTable')
    const [head, ...lines] = (await exported()).split('\r\n')
    expect(head).toMatch(/,The story,Share,Elsewhere,Gone since$/)
    expect(lines).toEqual([
      expect.stringMatching(/^[^,]+,[^,]+,Columns one,.*,,,,"Ash, Beech"$/),
      // Redacted, and no formula of a spreadsheet.
      expect.stringMatching(/^[^,]+,[^,]+,Columns two,.*,'=1\+1 by █+( █+)?,12.5,,$/),
      '',
    ])
    for (const secret of ['Hidden then', 'Brûlé', 'nord.example', 'Nord', 'Never asked', 'Rules']) {
      expect(await exported()).not.toContain(secret)
    }
  })

  test('has everything once the results are published: files by name, consents as yes or no', async () => {
    await jury.enter(8)
    const body = await exported('fr')
    const [head, ...lines] = body.split('\r\n')
    expect(head).toMatch(
      /;The story \(fr\);The maker \(fr\);Share;Rules;Page;Plan;Elsewhere \(fr\);Gone since$/,
    )
    expect(lines[0]).toMatch(/;Hidden then;;;;;;;Ash, Beech$/)
    expect(lines[1]).toMatch(
      /;'=1\+1 by Atelier Nord;Zoé Brûlé;12,5;Non;https:\/\/nord.example;Nord plan.pdf;;$/,
    )
  })
})
