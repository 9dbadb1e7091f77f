import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  UsedCredential,
} from '@awards/shared/contract'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  if (length < 256) return Buffer.from([type | 24, length])
  return Buffer.from([type | 25, length >> 8, length & 255])
}

/** CBOR (RFC 8949) of what an authenticator sends: integers, texts, bytes and maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const items = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...items])
}

const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

const ALGORITHMS = {
  ES256: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    return { privateKey, cose, digest: 'sha256' }
  },
  Ed25519: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { x } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ])
    return { privateKey, cose, digest: null }
  },
  RS256: () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const { n, e } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ])
    return { privateKey, cose, digest: 'sha256' }
  },
} satisfies Record<
  string,
  () => { privateKey: KeyObject; cose: Map<number, Cbor>; digest: string | null }
>

/** What an attacker, or a device that is not as it should be, does differently. */
export type Deviation = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  /** The device has not checked who uses it. */
  isUnverified?: boolean
  counter?: number
  userHandle?: string | null
  /** A certificate of a maker, as direct attestation sends it. */
  format?: string
  certificate?: Buffer
}

const FLAGS = { present: 0x01, verified: 0x04, mayBackUp: 0x08, isBackedUp: 0x10, attested: 0x40 }

/**
 * An authenticator in software: real keys, COSE and signatures. `counts` makes it a security key that counts its
 * uses; without, it is a passkey that its maker synchronises.
 */
export function passkeyDevice(
  algorithm: keyof typeof ALGORITHMS = 'ES256',
  { counts = false, origin = 'http://localhost:8080' } = {},
) {
  const { privateKey, cose, digest } = ALGORITHMS[algorithm]()
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const dataOf = (rpId: string, deviation: Deviation, attested?: Buffer) => {
    if (counts) counter += 1
    const flags =
      FLAGS.present |
      (deviation.isUnverified ? 0 : FLAGS.verified) |
      (counts ? 0 : FLAGS.mayBackUp | FLAGS.isBackedUp) |
      (attested ? FLAGS.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.counter ?? counter)
    const site = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest()
    return Buffer.concat([site, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const clientOf = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    )
  const frame = () => {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key' as const, authenticatorAttachment: null }
  }

  return {
    id: id.toString('base64url'),

    /** `navigator.credentials.create` */
    create(options: CreationOptions, deviation: Deviation = {}): NewCredential {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
      const statement = new Map<string, Cbor>()
      if (deviation.certificate) statement.set('x5c', deviation.certificate)
      const object = new Map<string, Cbor>([
        ['fmt', deviation.format ?? 'none'],
        ['attStmt', statement],
        ['authData', dataOf(options.rp.id, deviation, attested)],
      ])
      return {
        ...frame(),
        response: {
          clientDataJSON: clientOf('webauthn.create', options.challenge, deviation).toString(
            'base64url',
          ),
          attestationObject: cbor(object).toString('base64url'),
          transports: counts ? ['usb'] : ['internal', 'hybrid'],
        },
      }
    },

    /** `navigator.credentials.get` */
    get(options: RequestOptions, deviation: Deviation = {}): UsedCredential {
      const client = clientOf('webauthn.get', options.challenge, deviation)
      const data = dataOf(options.rpId, deviation)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...frame(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign(digest, signed, privateKey).toString('base64url'),
          userHandle: deviation.userHandle === undefined ? userHandle : deviation.userHandle,
        },
      }
    },
  }
}
export type PasskeyDevice = ReturnType<typeof passkeyDevice>
