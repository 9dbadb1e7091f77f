import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { StorageAwayError, type StoredObject } from './storage.ts'
import type { S3Place } from './storage-url.ts'

const CONNECT_MS = 2_000
const ANSWER_MS = 30_000
/** Each download that somebody reads slowly holds one. */
const CONNECTIONS = 512

type Range = { start?: number; end?: number }
type Opened = { sdk: typeof Sdk; client: Sdk.S3Client }

/** The few requests that a storage makes of its bucket; nothing is loaded before the first of them. */
export function openBucket(place: S3Place) {
  const { bucket: Bucket } = place
  let opened: Promise<Opened> | undefined

  /** Undefined where there is no such object; whatever else goes wrong, the storage is away. */
  async function ask<T>(request: (opened: Opened) => Promise<T>): Promise<T | undefined> {
    opened ??= open(place)
    const ready = await opened
    return request(ready).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw new StorageAwayError(`The storage ${place.endpoint} refuses: ${wordsOf(error)}`)
    })
  }

  return {
    /** What keeps this process from using the bucket; undefined where nothing does. */
    fault: (): Promise<string | undefined> =>
      ask(({ sdk, client }) => client.send(new sdk.HeadBucketCommand({ Bucket }))).then(
        (found) => (found ? undefined : `There is no bucket ${Bucket} at ${place.endpoint}.`),
        (error: Error) => `${error.message}.`,
      ),

    /** Makes the bucket where there is none; says what stands in the way. */
    async make(): Promise<string | undefined> {
      if (!(await this.fault())) return undefined
      return ask(({ sdk, client }) => client.send(new sdk.CreateBucketCommand({ Bucket }))).then(
        () => undefined,
        (error: Error) => error.message,
      )
    },

    async get(Key: string, { start, end }: Range) {
      const isPart = start !== undefined || end !== undefined
      const asked = isPart ? { Range: `bytes=${start ?? 0}-${end ?? ''}` } : {}
      const found = await ask(({ sdk, client }) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key, ...asked })),
      )
      if (!found) return undefined
      const whole = found.ContentRange?.split('/').at(-1) ?? found.ContentLength
      return { body: found.Body as Readable, bytes: Number(whole) }
    },

    async size(Key: string): Promise<number | undefined> {
      const found = await ask(({ sdk, client }) =>
        client.send(new sdk.HeadObjectCommand({ Bucket, Key })),
      )
      return found?.ContentLength
    },

    async *list(Prefix: string): AsyncGenerator<StoredObject> {
      for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
        const page = await ask(({ sdk, client }) =>
          client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page?.Contents ?? []) {
          yield { key: Key.slice(Prefix.length), bytes: Size, modified: LastModified }
        }
        ContinuationToken = page?.NextContinuationToken
        isMore = ContinuationToken !== undefined
      }
    },

    remove: async (Key: string): Promise<void> =>
      void (await ask(({ sdk, client }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key })),
      )),

    /** One object in parts: as a single request where there is one part only. */
    upload(Key: string) {
      const target = { Bucket, Key }
      const done: { PartNumber: number; ETag: string | undefined }[] = []
      let first: Buffer | undefined
      let id: string | undefined

      async function send(Body: Buffer) {
        const PartNumber = done.length + 1
        const answer = await ask(({ sdk, client }) =>
          client.send(new sdk.UploadPartCommand({ ...target, UploadId: id, PartNumber, Body })),
        )
        if (!answer) throw new StorageAwayError('The storage has forgotten an upload')
        done.push({ PartNumber, ETag: answer.ETag })
      }

      return {
        async add(part: Buffer) {
          if (!first && !id) return void (first = part)
          id ??= await ask(({ sdk, client }) =>
            client.send(new sdk.CreateMultipartUploadCommand(target)),
          ).then((answer) => answer?.UploadId)
          if (first) await send(first)
          first = undefined
          await send(part)
        },
        async finish() {
          const MultipartUpload = { Parts: done }
          const Body = first ?? Buffer.alloc(0)
          const answer = await ask<object>(({ sdk, client }) =>
            id
              ? client.send(
                  new sdk.CompleteMultipartUploadCommand({
                    ...target,
                    UploadId: id,
                    MultipartUpload,
                  }),
                )
              : client.send(new sdk.PutObjectCommand({ ...target, Body })),
          )
          if (!answer) throw new StorageAwayError('The storage has no such bucket any more')
        },
        /** Parts of what does not become whole take room until they are given up. */
        async giveUp() {
          if (!id) return
          await ask(({ sdk, client }) =>
            client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId: id })),
          ).catch(() => undefined)
        },
      }
    },
  }
}

async function open({ endpoint, region, pathStyle, ...keys }: S3Place): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3')
  const { accessKeyId, secretAccessKey } = keys
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })
  return { sdk, client }
}

function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return false
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode === 404
}

/** Name and words of an error: what else the client notes there may hold more than a log should. */
const wordsOf = (error: unknown) =>
  error instanceof Error ? `${error.name} ${error.message}`.trim() : String(error)
