import { join } from 'node:path'
import type { Config } from '../start/config.ts'
import { diskStorage } from '../files/storage/disk-storage.ts'
import { s3Storage } from '../files/storage/s3-storage.ts'
import type { Storage } from '../files/storage/storage.ts'

/** Where a site of these settings keeps its files. */
export const siteStorage = ({ storagePlace, dataDir }: Config): Storage =>
  storagePlace ? s3Storage(storagePlace) : diskStorage(join(dataDir, 'files'))
