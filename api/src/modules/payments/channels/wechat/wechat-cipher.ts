import { createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import { WechatSignatureError } from './wechat-error.ts'

const TAG_BYTES = 16

export const EncryptedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string().length(12),
  associated_data: z.string().optional(),
})
export type EncryptedResource = z.infer<typeof EncryptedResource>

/** Opens a resource of a callback. A changed bit anywhere makes it throw. */
export function openResource(apiV3Key: string, resource: EncryptedResource): string {
  const sealed = Buffer.from(resource.ciphertext, 'base64')
  if (sealed.length <= TAG_BYTES) throw new WechatSignatureError('ciphertext is too short')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, resource.nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(resource.associated_data ?? ''))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    // final() is what checks the tag; without it a forged text passes.
    return Buffer.concat([
      decipher.update(sealed.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]).toString()
  } catch {
    throw new WechatSignatureError('ciphertext was changed')
  }
}
