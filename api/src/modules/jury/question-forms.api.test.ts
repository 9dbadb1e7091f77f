import { entries, judge, subjudges } from '@awards/shared/contract'
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

/** An entry that was handed in with one of the two forms. */
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
