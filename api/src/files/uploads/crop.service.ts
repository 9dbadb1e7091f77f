import type { Parsed, UploadedFile, uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import { createHash } from 'node:crypto'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { UploadStore } from './store-upload.ts'
import type { PictureSizes } from '../pictures/picture-jobs.ts'
import { PictureVariants } from '../pictures/picture.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import { DAILY_LIMIT } from './upload.service.ts'
import { reserveQuota } from './upload-limits.ts'

type Input = Parsed<typeof uploads.crop>
/** Whether somebody works on an entry that has a file of another person. */
export type MayUseFile = (actor: Actor, fileId: string) => Promise<boolean>

/** Cropping: stores an area of a picture as a new picture and keeps the original. */
export const cropService = (
  { db, clock, limits, storage }: AppContext,
  { store, sizes, mayUse }: { store: UploadStore; sizes: PictureSizes; mayUse: MayUseFile },
) => ({
  /** `area` in fractions of width and height. 404 for a picture of another user, 422 if the crop is too small. */
  async crop(actor: Actor, { file_id, area }: Input): Promise<UploadedFile> {
    const file = await storedFilesRepository(db).find(file_id)
    const isPicture = file?.status === 'ready' && file.purpose === 'entry_image'
    const isOpen = file?.owner_id === actor.id || (await mayUse(actor, file_id))
    if (!file || !isOpen || !isPicture || !file.width || !file.height) {
      throw new BusinessError(404, 'There is no such picture. Please upload it again.')
    }
    const { width, height } = file
    const crop = toPixels(area, width, height)
    const longSide = Math.max(crop.width, crop.height)
    if (longSide < IMAGE_LIMITS.longSide) {
      throw new BusinessError(422, {
        area: [
          `This part has ${crop.width} × ${crop.height} pixels. Please choose a larger one: ` +
            `its longer side needs at least ${IMAGE_LIMITS.longSide} pixels.`,
        ],
      })
    }
    await limits.take('upload', actor.id, DAILY_LIMIT)
    const whole = await storage.read(PictureVariants.parse(file.variants).full_jpeg.key)
    const { variants, ...picture } = await store.ingest(whole, { area: crop })
    const jpeg = await storage.read(variants.full_jpeg.key)
    const made = await db
      .transaction()
      .execute(async (trx) => {
        await reserveQuota(trx, { owner: actor.id, bytes: jpeg.length, now: clock() })
        const added = await storedFilesRepository(trx).add({
          ...picture,
          owner_id: actor.id,
          purpose: file.purpose,
          status: 'ready',
          original_name: file.original_name,
          mime: 'image/webp',
          bytes: jpeg.length,
          sha256: createHash('sha256').update(jpeg).digest(),
          variants: JSON.stringify(variants),
          cropped_from: file.id,
          created_at: clock(),
        })
        await sizes.enqueue(trx, added.id)
        return added
      })
      .catch(async (error: unknown) => {
        await store.removeAll(variants)
        throw error
      })
    return store.describe(made)
  },
})

function toPixels(area: Input['area'], width: number, height: number) {
  const left = Math.min(width - 1, Math.round(area.x * width))
  const top = Math.min(height - 1, Math.round(area.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(area.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(area.height * height))),
  }
}
