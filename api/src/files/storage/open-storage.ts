import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { S3Location } from './storage-url.ts'
import type { Storage } from './storage.ts'

/** The storage in the bucket if there is one, else in the folder. `isKey` replaces the check of the keys. */
export const openStorage = (
  bucket: S3Location | undefined,
  folder: string,
  isKey?: (key: string) => boolean,
): Storage => (bucket ? s3Storage(bucket, isKey) : diskStorage(folder, isKey))
