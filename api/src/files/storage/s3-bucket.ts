import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { StorageUnavailableError, type StoredObject } from './storage.ts'
import type { S3Location } from './storage-url.ts'

const CONNECT_TIMEOUT_MS = 2_000
const RESPONSE_TIMEOUT_MS = 30_000
/** High, since each slow download occupies a socket. */
const MAX_SOCKETS = 512

type Range = { start?: number; end?: number }
type S3Connection = { sdk: typeof Sdk; client: Sdk.S3Client }

/** Requests to one bucket. The SDK is loaded lazily, at the first request. */
export function openBucket(location: S3Location) {
  const { bucket: Bucket } = location
  let connection: Promise<S3Connection> | undefined

  /** Sends a request: undefined if the object is missing (404); throws `StorageUnavailableError` for other failures. */
  async function request<T>(
    send: (connection: S3Connection) => Promise<T>,
  ): Promise<T | undefined> {
    connection ??= connect(location)
    const ready = await connection
    return send(ready).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw new StorageUnavailableError(
        `The storage ${location.endpoint} refuses: ${messageOf(error)}`,
      )
    })
  }

  return {
    /** Why the bucket cannot be used; undefined if it can. */
    fault: (): Promise<string | undefined> =>
      request(({ sdk, client }) => client.send(new sdk.HeadBucketCommand({ Bucket }))).then(
        (found) => (found ? undefined : `There is no bucket ${Bucket} at ${location.endpoint}.`),
        (error: Error) => `${error.message}.`,
      ),

    /** Creates the bucket if it is missing; returns why that failed, or undefined. */
    async create(): Promise<string | undefined> {
      if (!(await this.fault())) return undefined
      try {
        await request(({ sdk, client }) => client.send(new sdk.CreateBucketCommand({ Bucket })))
      } catch (error) {
        return (error as Error).message
      }
      // `request` takes a 404 for an absent object; a storage that is starting answers 404 to this too.
      return this.fault()
    },

    async get(Key: string, { start, end }: Range) {
      const isPart = start !== undefined || end !== undefined
      const range = isPart ? { Range: `bytes=${start ?? 0}-${end ?? ''}` } : {}
      const found = await request(({ sdk, client }) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key, ...range })),
      )
      if (!found) return undefined
      const whole = found.ContentRange?.split('/').at(-1) ?? found.ContentLength
      return { body: found.Body as Readable, bytes: Number(whole) }
    },

    async size(Key: string): Promise<number | undefined> {
      const found = await request(({ sdk, client }) =>
        client.send(new sdk.HeadObjectCommand({ Bucket, Key })),
      )
      return found?.ContentLength
    },

    async *list(Prefix: string): AsyncGenerator<StoredObject> {
      for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
        const page = await request(({ sdk, client }) =>
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
      void (await request(({ sdk, client }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key })),
      )),

    /** Multipart upload of one object; a single part is sent as a plain PUT. */
    upload(Key: string) {
      const target = { Bucket, Key }
      const done: { PartNumber: number; ETag: string | undefined }[] = []
      let first: Buffer | undefined
      let id: string | undefined

      async function send(Body: Buffer) {
        const PartNumber = done.length + 1
        const answer = await request(({ sdk, client }) =>
          client.send(new sdk.UploadPartCommand({ ...target, UploadId: id, PartNumber, Body })),
        )
        if (!answer) throw new StorageUnavailableError('The storage has forgotten an upload')
        done.push({ PartNumber, ETag: answer.ETag })
      }

      return {
        async add(part: Buffer) {
          if (!first && !id) return void (first = part)
          id ??= await request(({ sdk, client }) =>
            client.send(new sdk.CreateMultipartUploadCommand(target)),
          ).then((answer) => answer?.UploadId)
          if (first) await send(first)
          first = undefined
          await send(part)
        },
        async finish() {
          const MultipartUpload = { Parts: done }
          const Body = first ?? Buffer.alloc(0)
          const answer = await request<object>(({ sdk, client }) =>
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
          if (!answer) throw new StorageUnavailableError('The storage has no such bucket any more')
        },
        /** Deletes the parts that were sent: the bucket keeps them until the upload is aborted. */
        async abort() {
          if (!id) return
          await request(({ sdk, client }) =>
            client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId: id })),
          ).catch(() => undefined)
        },
      }
    },
  }
}

async function connect({
  endpoint,
  region,
  pathStyle,
  ...keys
}: S3Location): Promise<S3Connection> {
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
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
  return { sdk, client }
}

function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return false
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode === 404
}

/** Name and message of an error only: other fields of SDK errors may hold secrets. */
const messageOf = (error: unknown) =>
  error instanceof Error ? `${error.name} ${error.message}`.trim() : String(error)
