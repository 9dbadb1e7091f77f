// Types of packages that publish none, as far as we use them.

declare module 'wawoff2' {
  export function decompress(woff2: Buffer): Promise<Uint8Array>
}

declare module 'zip-stream' {
  import type { Readable } from 'node:stream'

  type ZipEntry = { name: string; date?: Date; store?: boolean }

  export default class ZipStream extends Readable {
    constructor(options?: { store?: boolean; forceZip64?: boolean })
    entry(
      source: Readable | Buffer | string,
      data: ZipEntry,
      done: (error?: Error | null) => void,
    ): this
    finish(): void
  }
}
