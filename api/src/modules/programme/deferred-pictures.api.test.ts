import sharp from 'sharp'
import { publication } from '@awards/shared/contract'
import { programmeCopy } from '../../../test/programme-copy.ts'
import { testApi } from '../../../test/test-api.ts'
import { PictureVariants } from '../../files/pictures/picture.ts'
import { applyProgramme } from './programme.service.ts'

const later = await testApi({ PREPARE_AVIF: 'off' })
const atOnce = await testApi()
const copy = await programmeCopy()

/** All pictures by name: facts, and sizes as decoded, since storage keys are random. */
async function picturesOf({ db, context }: typeof later) {
  const rows = await db
    .selectFrom('stored_files')
    .select(['purpose', 'original_name', 'bytes', 'width', 'height', 'colour', 'phash', 'variants'])
    .where('sha256', 'is not', null)
    .orderBy('purpose')
    .orderBy('original_name')
    .orderBy('bytes')
    .execute()
  return Promise.all(
    rows.map(async ({ variants, ...facts }) => {
      const { thumb, card, full, full_jpeg, placeholder } = PictureVariants.parse(variants)
      const sizes = await Promise.all(
        [thumb, card, full, full_jpeg].map(async ({ key, width, bytes }) => {
          const file = await context.storage.read(key)
          const { format, ...decoded } = await sharp(file).metadata()
          return { width, bytes, length: file.length, format, decoded: decoded.width }
        }),
      )
      return { ...facts, placeholder, sizes }
    }),
  )
}

const banners = () => later.as(null).call(publication.banner, { position: 'home_hero' })
const open = async (url = '') => {
  const { statusCode, headers } = await later.app.inject(url)
  return [statusCode, headers['content-type']]
}

test('answers each address of a picture before and after its larger sizes are made, with the same data in the end', async () => {
  await applyProgramme(later.context, copy.folder, { deferredTo: later.context.jobs })
  const [before] = await banners()
  const early = [before?.image?.url, ...(before?.image?.sources.map(({ url }) => url) ?? [])]
  expect(await open(early[0])).toEqual([200, 'image/jpeg'])
  for (const url of early) expect((await open(url))[0]).toBe(200)

  await later.context.jobs.drain()
  await later.context.publicCache.settle()
  const [after] = await banners()
  expect(after?.image?.url).not.toBe(before?.image?.url)
  expect(await open(after?.image?.url)).toEqual([200, 'image/webp'])
  // Pages that were rendered earlier, and are cached somewhere, name the earlier addresses.
  for (const url of early) expect((await open(url))[0]).toBe(200)

  await applyProgramme(atOnce.context, copy.folder)
  expect(await picturesOf(later)).toEqual(await picturesOf(atOnce))
})
