import { createHash, randomBytes } from 'node:crypto'

/** A new address for bytes; only its digest is kept. */
export const newUploadToken = (): string => randomBytes(32).toString('base64url')

export const uploadDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name under which the bytes of an upload lie until it is whole. */
export const uploadName = (token: string): string => uploadDigest(token).toString('hex')
