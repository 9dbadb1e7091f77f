import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../../../lib/errors.ts'

/** Signatures of ID tokens that are accepted: asymmetric ones, so neither `none` nor one made with the client's secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
const USUAL_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** The setting that names the providers. */
export const OIDC_SETTINGS = {
  /** Path of a JSON file with a list of providers, or that list itself. */
  OIDC_PROVIDERS: z.string().min(1).optional(),
}

const name = z
  .string('is missing')
  .trim()
  .min(1, 'is empty')
  .max(60, 'is longer than 60 characters')
const Label = z.union(
  [
    name.transform((text) => ({ en: text, fr: text, zh: text })),
    z.strictObject({ en: name, fr: name, zh: name }),
  ],
  'has to be a name, or one in each language: { "en": …, "fr": …, "zh": … }',
)

const Provider = z.strictObject({
  id: z
    .string('is missing; give a short name for addresses, for instance university')
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'may have lower case letters, digits and hyphens alone'),
  label: Label,
  issuer: z
    .url({
      protocol: /^https?$/,
      error: 'is not an address; copy it from the provider, it starts with https://',
    })
    .refine((text) => !/[?#]/.test(text), 'must have no ? and no #'),
  client_id: z.string('is missing; the provider gives it').min(1, 'is empty'),
  client_secret_file: z.string().min(1).optional(),
  private_key_file: z.string().min(1).optional(),
  /** Name of the key at the provider (`kid`). */
  private_key_id: z.string().min(1).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'holds a space or a quotation mark'))
    .refine((list) => list.includes('openid'), 'must name openid')
    .default(['openid', 'email', 'profile']),
  algorithms: z
    .array(z.enum(ALGORITHMS, `may hold ${ALGORITHMS.join(', ')}`))
    .min(1, 'is empty; leave it out for the usual ones')
    .default([...USUAL_ALGORITHMS]),
  /** Whether somebody without an account opens one this way. */
  new_accounts: z.boolean('has to be true or false').default(false),
  /** Whether an address that the provider calls verified needs no code by mail for a new account. */
  trust_verified_email: z.boolean('has to be true or false').default(false),
  /** Whether the provider stands in a private network, which requests otherwise never reach. */
  private_network: z.boolean('has to be true or false').default(false),
})

/** A provider of OpenID Connect, with its secret read. */
export type OidcProvider = Omit<
  z.output<typeof Provider>,
  'client_secret_file' | 'private_key_file'
> & {
  readonly secret: { readonly text: string } | { readonly key: KeyObject } | undefined
  /** Where the server reaches it, if not at its issuer; of the demo's simulator. */
  readonly reachAt?: string
}

type Settings = z.output<z.ZodObject<typeof OIDC_SETTINGS>>

/** The providers of the installation; throws a `ConfigError` with all that is wrong. Asks no provider anything. */
export function oidcConfig(
  { OIDC_PROVIDERS: given }: Settings,
  mode: 'demo' | 'production',
): readonly OidcProvider[] {
  if (given === undefined) return []
  const isInline = given.trimStart().startsWith('[')
  const folder = isInline ? process.cwd() : dirname(resolve(given))
  const text = isInline ? given : readOr(given, 'OIDC_PROVIDERS')
  const parsed = z.array(Provider).safeParse(jsonOf(text))
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${placeOf(path)} ${message}`),
    )
  }
  const problems = parsed.data.flatMap((provider, index, all) =>
    problemsOf(provider, index, all, mode),
  )
  if (problems.length > 0) throw new ConfigError(problems)
  return parsed.data.map(({ client_secret_file, private_key_file, ...provider }) => {
    const place = `OIDC_PROVIDERS: ${provider.id}`
    if (client_secret_file) {
      const secret = readOr(resolve(folder, client_secret_file), `${place}: client_secret_file`)
      return { ...provider, secret: { text: secret.trim() } }
    }
    if (!private_key_file) return { ...provider, secret: undefined }
    const pem = readOr(resolve(folder, private_key_file), `${place}: private_key_file`)
    return { ...provider, secret: { key: keyOf(pem, place) } }
  })
}

function problemsOf(
  provider: z.output<typeof Provider>,
  index: number,
  all: readonly z.output<typeof Provider>[],
  mode: 'demo' | 'production',
) {
  const { id, issuer, client_secret_file: secret, private_key_file: key } = provider
  const place = `OIDC_PROVIDERS: ${id}:`
  const isTwice = all.findIndex((one) => one.id === id || one.issuer === issuer) !== index
  return [
    isTwice && `${place} id and issuer have to be those of one provider; name each once`,
    mode === 'production' &&
      !issuer.startsWith('https:') &&
      `${place} issuer has to start with https:// in production`,
    secret && key && `${place} give client_secret_file or private_key_file, not both`,
    mode === 'production' &&
      !secret &&
      !key &&
      `${place} client_secret_file is missing; name the file that holds the secret`,
  ].filter((problem) => typeof problem === 'string')
}

function readOr(path: string, place: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError([`${place} names ${path}, which cannot be read; check path and rights`])
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new ConfigError([`OIDC_PROVIDERS is no JSON; it has to be a list of providers: ${why}`])
  }
}

/** Smallest RSA modulus that signs requests. */
const MIN_BITS = 2_048

function keyOf(pem: string, place: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    const isRsa = key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_BITS
    if (isRsa || namedCurve === 'prime256v1') return key
  } catch {
    // Said below.
  }
  throw new ConfigError([
    `${place}: private_key_file holds no RSA key of 2048 bits or more and no P-256 key in PEM; make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`,
  ])
}

const placeOf = ([index, ...path]: readonly PropertyKey[]) =>
  index === undefined
    ? 'OIDC_PROVIDERS'
    : `OIDC_PROVIDERS: number ${Number(index) + 1}: ${path.join('.')}`
