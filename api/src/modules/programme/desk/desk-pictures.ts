import { createHash } from 'node:crypto'
import type { Parsed, programmeDesk } from '@awards/shared/contract'
import { PictureVariants } from '../../../files/pictures/picture.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { lockProgramme } from '../rows.repository.ts'
import { choiceOfPictures, uploadedPicturesRepository } from './desk-pictures.repository.ts'

/** What a document calls a picture: not the file of an export, whose name changes with what else shows the picture. */
export const pictureName = (id: string) => `pictures/${id}`

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'storage'>

/**
 * Makes an uploaded picture one of the programme. The upload has checked and encoded it; what is kept as its original,
 * and exported, is the encoded picture. Throws 404 for a file that is not a picture of the caller, or that stands in an
 * entry, and 422 for a name that another picture has.
 */
export async function addPicture(
  context: Context,
  actor: Actor,
  { file_id: id, name, focus }: Parsed<typeof programmeDesk.addPicture>,
) {
  const { db, storage } = context
  const original_name = `${name}.jpg`
  await db.transaction().execute(async (trx) => {
    // One at a time: two uploads cannot take the same name.
    await lockProgramme(trx)
    const uploaded = uploadedPicturesRepository(trx)
    const file = await uploaded.find(id, actor.id)
    const { full_jpeg } = PictureVariants.safeParse(file?.variants).data ?? {}
    if (!full_jpeg) {
      throw new BusinessError(404, 'There is no such picture. Please upload it again.')
    }
    // A folder finds a picture again by the hash of what it exports.
    const sha256 = createHash('sha256')
      .update(await storage.read(full_jpeg.key))
      .digest()
    const taken = await uploaded.taken(original_name, sha256)
    if (taken?.is_same) throw refused('This picture is among those of the programme already')
    if (taken) throw refused('Another picture has this name')
    await uploaded.adopt({ id, original_name, sha256, key: full_jpeg.key, focus })
    await auditRepository(trx).record(actor, 'programme.picture', id, {
      after: { name: original_name, focus },
    })
  })
  const [added] = await choiceOfPictures(context, [
    { id, file: pictureName(id), name: original_name },
  ])
  if (!added) throw new Error(`The picture ${id} has no sizes`)
  return added
}

const refused = (sentence: string) => new BusinessError(422, { name: [sentence] })
