import { z } from 'zod'
import { CropArea, IMAGE_LIMITS } from '../domain/index.ts'
import { addedCallsOf, endpoint } from './endpoint.ts'
import { Id, Picture, text, Time } from './values.ts'

export const UploadPurpose = z.enum(['entry_image', 'entry_pdf'])

/** `data` of the answer to a PUT of bytes. */
export const UploadedFile = z.object({
  file_id: Id,
  kind: z.enum(['image', 'pdf']),
  picture: Picture.nullable(),
  original_name: z.string(),
  /** A file with the same bytes that the user has uploaded before. */
  duplicate_of: Id.nullable(),
  /** A picture of the user that looks the same, though its bytes differ. */
  similar_to: Id.nullable(),
})
export type UploadedFile = z.infer<typeof UploadedFile>

const upload = addedCallsOf('upload')

/** Bytes do not go through the JSON calls: this one hands out an address to PUT them to. */
export const uploads = {
  sign: endpoint({
    name: 'upload/sign',
    method: 'POST',
    path: '/api/upload/sign',
    access: 'signed-in',
    input: z.object({
      filename: text(200, 1, 'Name the file'),
      mime: text(80),
      size: z
        .int()
        .min(1, 'This file is empty')
        .max(IMAGE_LIMITS.bytes, 'This file is larger than 20 MB'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      purpose: UploadPurpose,
    }),
    output: z.object({
      file_id: Id,
      /** PUT the bytes here; the answer is an envelope with `UploadedFile`. */
      url: z.string(),
      /** The same upload in the protocol of tus 1.0, which goes on where a connection broke. */
      resume_url: z.string(),
      expires_at: Time,
    }),
    codes: [403, 422],
    added: true,
  }),
  /** Checks and stores what was sent to `resume_url`; 409 while bytes are missing. */
  finish: upload('finish', 'POST', z.object({ file_id: Id }), UploadedFile, {
    codes: [404, 409, 410, 422],
  }),
  /** A new picture from a part of one of one's own. */
  crop: upload('crop', 'POST', z.object({ file_id: Id, area: CropArea }), UploadedFile, {
    codes: [404, 422],
  }),
} as const
