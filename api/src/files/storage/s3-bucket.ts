import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { StorageUnavailableError, type StoredObject } from './storage.ts'

/** Address and credentials of a bucket of an S3-compatible storage. */
export type S3Location = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Prefix of every key; empty if the bucket belongs to the site alone. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** True if the bucket is part of the path, false if it is part of the host name. */
  readonly pathStyle: boolean
}

const EXAMPLE = 's3://KEY:SECRET@host:9000/bucket'
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([A-Za-z0-9_-]{1,60}\/){0,4}$/
const PARAMETERS = {
  region: /^[a-z0-9-]{2,40}$/,
  tls: /^(on|off)$/,
  style: /^(path|host)$/,
}

/** Parses `STORAGE_URL`; returns a message if it is invalid. The message never contains the value, which has secrets. */
export function readStorageUrl(text: string): S3Location | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:') return `is not the address of a bucket; write ${EXAMPLE}`
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)]
  if (!accessKeyId || !secretAccessKey) {
    return `has no key or no secret; write ${EXAMPLE}, with / as %2F, + as %2B and % as %25 in them`
  }
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/')
  if (!url.hostname) return `has no host; write ${EXAMPLE}`
  if (!BUCKET_NAME.test(bucket))
    return `has no bucket of 3 to 63 small letters and digits; write ${EXAMPLE}`
  const prefix = folders
    .filter(Boolean)
    .map((folder) => `${folder}/`)
    .join('')
  if (!PREFIX.test(prefix))
    return 'has a folder after the bucket with other signs than letters and digits'
  const unknown = [...url.searchParams].find(
    ([name, value]) =>
      !Object.entries(PARAMETERS).some(([one, shape]) => one === name && shape.test(value)),
  )
  if (unknown)
    return 'has a setting it does not know; region=…, tls=on|off and style=path|host are known'
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
    pathStyle: url.searchParams.get('style') !== 'host',
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

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
