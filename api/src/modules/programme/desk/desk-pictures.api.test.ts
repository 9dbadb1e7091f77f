import {
  programmeDesk,
  UploadedFile,
  uploads,
  type ProgrammeDocument,
} from '@awards/shared/contract'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { toPublicPicture } from '../../../files/pictures/picture.ts'
import { exportProgramme } from '../export/export.service.ts'
import { applyProgramme, planProgramme } from '../programme.service.ts'

const api = await demoApi()
const [anne, boris] = [await organiserOf(api), await organiserOf(api)]
const folder = await mkdtemp(join(tmpdir(), 'awards-pictures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function upload(background: string, by = anne) {
  const shape = { width: 1_600, height: 1_200, channels: 3 as const, background }
  const bytes = await sharp({ create: shape }).png().toBuffer()
  const { url } = await by.call(uploads.sign, {
    filename: 'portrait.png',
    mime: 'image/png',
    size: bytes.length,
    purpose: 'entry_image',
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await api.app.inject({ method: 'PUT', url, payload: bytes, headers })
  return UploadedFile.parse(answer.json<{ data: unknown }>().data).file_id
}
const add = (file_id: string, name: string, by = anne) =>
  by.answer(programmeDesk.addPicture, { file_id, name, focus: 'top' })

const JUROR = 'jurors/ferrante.yaml'
async function juror() {
  const { document } = await anne.call(programmeDesk.document, { file: JUROR })
  return document as ProgrammeDocument
}
const save = (from: ProgrammeDocument, document: ProgrammeDocument) =>
  anne.answer(programmeDesk.save, { file: JUROR, from, document })

test('an uploaded picture is named, chosen, shown with what a crop keeps, and exported', async () => {
  const file_id = await upload('#b03a2e')
  const added = await add(file_id, 'ferrante-2027')
  expect(added).toMatchObject({
    code: 200,
    data: { name: 'ferrante-2027.jpg', file: `pictures/${file_id}` },
  })
  const { list } = await anne.call(programmeDesk.pictures, {})
  expect(list).toContainEqual(expect.objectContaining({ name: 'ferrante-2027.jpg' }))

  const start = await juror()
  const file = `pictures/${file_id}`
  const wordless = await save(start, { ...start, photo: file, alt: { en: ' ' } })
  expect(wordless).toMatchObject({ code: 422, msg: { 'alt.en': ['Say what the picture shows'] } })
  const written = { ...start, photo: file, alt: { en: 'A red wall' } }
  expect(await save(start, written)).toMatchObject({ code: 200 })
  const { plan, changes } = await anne.call(programmeDesk.plan, {})
  expect(changes).toMatchObject([{ table: 'jurors', record: 'ferrante' }])
  await anne.call(programmeDesk.apply, { plan: plan ?? '' })

  const row = await api.db
    .selectFrom('stored_files')
    .selectAll()
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ purpose: 'programme', owner_id: null })
  expect(toPublicPicture(row.id, row, '')?.focus).toBe('top')

  await exportProgramme(api.context, folder, true)
  const focused = await readFile(join(folder, 'pictures.yaml'), 'utf8')
  expect(focused).toContain('images/jurors/ferrante-2027.jpg')
  expect((await planProgramme(api.context, folder)).changes).toEqual([])
  await api.db
    .updateTable('stored_files')
    .set({ variants: JSON.stringify({ ...(row.variants as object), focus: 'left' }) })
    .where('id', '=', file_id)
    .execute()
  const found = await planProgramme(api.context, folder)
  expect(found.changes).toMatchObject([
    {
      kind: 'changed',
      file: 'pictures.yaml',
      fields: [{ field: 'focus', from: 'left', to: 'top' }],
    },
  ])
  await applyProgramme(api.context, folder)
  expect((await planProgramme(api.context, folder)).changes).toEqual([])
})

test('the picture of somebody else, of an entry, or under a name that is taken is refused', async () => {
  const file_id = await upload('#1f618d')
  expect(await add(file_id, 'hall', boris)).toMatchObject({ code: 404 })
  const used = await api.db
    .selectFrom('entry_files')
    .innerJoin('stored_files as file', 'file.id', 'entry_files.file_id')
    .select('file.id')
    .where('file.purpose', '=', 'entry_image')
    .executeTakeFirstOrThrow()
  await api.db
    .updateTable('stored_files')
    .set(({ selectFrom }) => ({
      owner_id: selectFrom('stored_files as own')
        .select('own.owner_id')
        .where('own.id', '=', file_id),
    }))
    .where('id', '=', used.id)
    .execute()
  expect(await add(used.id, 'stolen')).toMatchObject({ code: 404 })
  expect(await add(file_id, 'hall')).toMatchObject({ code: 200 })
  expect(await add(file_id, 'hall')).toMatchObject({ code: 404 })
  const taken = { name: ['Another picture has this name'] }
  expect(await add(await upload('#117a65'), 'hall')).toMatchObject({ code: 422, msg: taken })
  const same = { name: ['This picture is among those of the programme already'] }
  expect(await add(await upload('#1f618d'), 'hall-2')).toMatchObject({ code: 422, msg: same })
  const other = await upload('#7d6608')
  for (const name of ['../hall', 'Hall', 'hall.svg', '']) {
    expect(await add(other, name)).toMatchObject({ code: 422 })
  }
})
