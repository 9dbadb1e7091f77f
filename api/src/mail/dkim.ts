import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { ConfigError } from '../lib/errors.ts'

/** Shortest key that receivers accept (RFC 8301). */
const MIN_BITS = 2_048
/** What is signed; the two of unsubscribing have to be (RFC 8058). */
const FIELDS =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:' +
  'list-unsubscribe:list-unsubscribe-post'

const pemOf = (text: string) => text.replaceAll('\\n', '\n')

function isDkimKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pemOf(text))
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS
  } catch {
    return false
  }
}

/** Settings that sign mails, so that receivers know the domain they come from. */
export const DKIM_SETTINGS = {
  /** Private key whose public half stands in the DNS at `<selector>._domainkey.<domain>`. */
  DKIM_KEY: z
    .string()
    .refine(
      isDkimKey,
      'is not an RSA private key of at least 2048 bits in PEM; make one with: openssl genrsa 2048',
    )
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i,
      'is not a selector; give the one of the DNS record',
    )
    .optional(),
  /** Domain that signs; the default is the host of the site. */
  DKIM_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'is not a domain, for instance example.org')
    .optional(),
}

/** What nodemailer signs with; undefined without a key. Throws a `ConfigError` for half of the settings. */
export function dkimConfig(
  { DKIM_KEY, DKIM_SELECTOR, DKIM_DOMAIN }: z.output<z.ZodObject<typeof DKIM_SETTINGS>>,
  siteUrl: string,
) {
  if (!DKIM_KEY && !DKIM_SELECTOR) return undefined
  if (!DKIM_KEY) throw new ConfigError(['DKIM_KEY is missing; DKIM_SELECTOR needs it'])
  if (!DKIM_SELECTOR) {
    throw new ConfigError(['DKIM_SELECTOR is missing; give the name before ._domainkey in the DNS'])
  }
  return {
    domainName: DKIM_DOMAIN ?? new URL(siteUrl).hostname,
    keySelector: DKIM_SELECTOR,
    privateKey: pemOf(DKIM_KEY),
    headerFieldNames: FIELDS,
  }
}
