// `npm run test:full -- --only mutants-security [--only 17]`: mutation test of the security checks.

import { parseArgs } from 'node:util'
import { runMutants } from '../mutants/run-mutants.ts'
import type { SecurityMutant } from './checks.ts'
import { MUTANTS as INPUT_AND_RULES } from './mutants-1-15.ts'
import { MUTANTS as BROWSER_AND_FILES } from './mutants-16-43.ts'
import { MUTANTS as ACCOUNTS_AND_OPERATION } from './mutants-44-62.ts'

const OIDC = 'api/src/modules/accounts/oidc'
const oidc = `${OIDC}/oidc.api.test.ts`

/** Mutants of the check 63: sign-in by way of an organisation. */
const ORGANISATIONS: readonly SecurityMutant[] = [
  {
    check: 63,
    name: 'the answer of a provider is good again and again',
    file: `${OIDC}/oidc.repository.ts`,
    change: ["      .where('returned_at', 'is', null)\n", ''],
    test: oidc,
  },
  {
    check: 63,
    name: 'the answer of a provider is good in another browser',
    file: `${OIDC}/oidc.repository.ts`,
    change: [
      "      .where('browser_hash', '=', given.browser)\n      .where('provider'",
      "      .where('provider'",
    ],
    test: oidc,
  },
  {
    check: 63,
    name: 'the answer of a provider is taken by another',
    file: `${OIDC}/oidc.repository.ts`,
    change: ["      .where('provider', '=', given.provider)\n", ''],
    test: oidc,
  },
  {
    check: 63,
    name: 'an attempt signs in again and again',
    file: `${OIDC}/oidc.repository.ts`,
    change: ["      .where('done_at', 'is', null)\n", ''],
    test: oidc,
  },
  {
    check: 63,
    name: 'the signature of a token is not verified',
    file: `${OIDC}/openid.ts`,
    change: ['library.enableNonRepudiationChecks(client)', 'void client'],
    test: oidc,
  },
  {
    check: 63,
    name: 'a provider behind the firewall is reached',
    file: `${OIDC}/openid.ts`,
    change: ['provider.private_network || reachAt !== undefined', 'true'],
    test: oidc,
  },
  {
    check: 63,
    name: 'an unverified address tells of an account',
    file: `${OIDC}/oidc.service.ts`,
    change: ['email !== null && email_verified && (await', 'email !== null && (await'],
    test: oidc,
  },
  {
    check: 63,
    name: 'the word of any provider opens an account without a code',
    file: `${OIDC}/oidc.service.ts`,
    change: [
      'email !== null && email_verified && trust_verified_email',
      'email !== null && email_verified',
    ],
    test: oidc,
  },
  {
    check: 63,
    name: 'a provider stands for the second factor',
    file: `${OIDC}/oidc.service.ts`,
    change: ['await stepUp.requestCode(owner, browser)', 'undefined'],
    test: oidc,
  },
  {
    check: 63,
    name: 'a closed account is opened by a provider',
    file: `${OIDC}/oidc.service.ts`,
    change: ["if (owner.status === 'active') return owner", 'if (owner) return owner'],
    test: oidc,
  },
  {
    check: 63,
    name: 'a link signs somebody in',
    file: `${OIDC}/oidc.service.ts`,
    change: ['if (attempt.user_id !== null) throw', 'if (false) throw'],
    test: oidc,
  },
  {
    check: 63,
    name: 'an identity is linked to any account that signs in',
    file: `${OIDC}/oidc.service.ts`,
    change: ['if (!email_verified || email !== owner.email)', 'if (false)'],
    test: oidc,
  },
  {
    check: 63,
    name: 'an attempt of another account is linked',
    file: `${OIDC}/oidc.service.ts`,
    change: ['if (user_id !== owner.id) throw', 'if (false) throw'],
    test: oidc,
  },
  {
    check: 63,
    name: 'the last way in is unlinked',
    file: 'api/src/modules/accounts/sign-in-lock.ts',
    change: ['if (owner.has_password) return', 'if (owner) return'],
    test: oidc,
  },
  {
    check: 63,
    name: 'an open session is enough to begin a link',
    file: 'api/src/modules/accounts/accounts.routes.ts',
    change: ['await links.requireFresh(session(request))', 'void links'],
    test: oidc,
  },
  {
    check: 63,
    name: 'a sign-in leads on to another site',
    file: 'shared/src/contract/oidc.ts',
    change: ['^\\/(?![/\\\\])', '^\\/'],
    test: oidc,
  },
]

/** The mutants of all checks. */
export const MUTANTS: readonly SecurityMutant[] = [
  ...INPUT_AND_RULES,
  ...BROWSER_AND_FILES,
  ...ACCOUNTS_AND_OPERATION,
  ...ORGANISATIONS,
]

const USAGE = 'Options: --only 17, --only 1-43'

/** First and last check of `--only`; exits with 2 if the arguments are invalid. */
function range(): [number, number] {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: true })
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(values.only ?? '1-63') ?? []
    if (!from) throw new Error(`--only ${values.only}: give a check, or two with a dash between`)
    return [Number(from), Number(to)]
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

if (import.meta.main) {
  const [from, to] = range()
  const chosen = MUTANTS.filter(({ check }) => check >= from && check <= to)
  if (chosen.length === 0) {
    console.error(`No mutant is written down for these checks.\n${USAGE}`)
    process.exit(2)
  }
  const named = chosen.map((mutant) => ({ ...mutant, name: `${mutant.check} ${mutant.name}` }))
  const survivors = await runMutants(named)
  process.exitCode = survivors.length > 0 ? 1 : 0
}
