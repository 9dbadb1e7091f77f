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
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
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
  if (!BUCKET.test(bucket))
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
