import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository } from './stored-files.repository.ts'

/**
 * What the protocol of tus reads and writes: one row says how large the file will be, others how much of
 * it is there. Uploads are announced by `upload/sign`, so that nothing is created here.
 */
export class TusStore extends DataStore {
  readonly #db: Db
  readonly #files: PartialFiles

  constructor(db: Db, files: PartialFiles) {
    super()
    this.#db = db
    this.#files = files
    this.extensions = ['termination']
  }

  override async getUpload(name: string): Promise<Upload> {
    const row = await storedFilesRepository(this.#db).findByUpload(Buffer.from(name, 'hex'))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const size = Number(row.bytes)
    // What has been checked and stored is not partial any more, and all of it is there.
    const offset = row.status === 'ready' ? size : await this.#files.size(name)
    return new Upload({ id: name, size, offset })
  }

  override async write(body: Readable, name: string, offset: number): Promise<number> {
    const end = await this.#files.append(name, offset, body)
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }

  override async remove(name: string): Promise<void> {
    // In this order, so that nothing is added to what has been taken away.
    await storedFilesRepository(this.#db).forgetAnnounced(Buffer.from(name, 'hex'))
    await this.#files.remove(name)
  }
}
