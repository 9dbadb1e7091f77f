import { MUTANTS as RECORD } from './mutants-62.mjs'

const APP = 'api/src/app'
const SESSION = 'api/src/modules/session'
const accounts = 'api/src/security/accounts.api.test.ts'
const strangers = 'api/src/security/strangers.api.test.ts'
const hidden = 'api/src/security/nothing-hidden.api.test.ts'
const stepUp = `${SESSION}/step-up.api.test.ts`

/** Each takes the protection of a check away: `[text, replacement]` in a file; the text has to be there once. */
export const MUTANTS = [
  {
    check: 44,
    name: 'a password that everybody guesses first is taken',
    file: `${SESSION}/password-strength.ts`,
    change: ['score < GOOD', 'score < 0'],
    test: `${SESSION}/password-strength.api.test.ts`,
  },
  {
    check: 44,
    name: 'a long password is cut before it is kept',
    file: `${SESSION}/password.ts`,
    change: ['hash(password, COST)', 'hash(password.slice(0, 64), COST)'],
    and: [
      'verify(stored ?? (await decoy), password)',
      'verify(stored ?? (await decoy), password.slice(0, 64))',
    ],
    test: accounts,
  },
  {
    check: 45,
    name: 'a password is cheap to try',
    file: `${SESSION}/password.ts`,
    change: ['memoryCost: 19_456', 'memoryCost: 8_192'],
    test: accounts,
  },
  {
    check: 46,
    name: 'guessing is not slowed down',
    file: `${SESSION}/sign-in-lock.ts`,
    change: ['points: 10,', 'points: 10_000,'],
    test: `${SESSION}/session.api.test.ts`,
  },
  {
    check: 46,
    name: 'guesses sent at once are not slowed down',
    file: `${SESSION}/sign-in-lock.ts`,
    change: ['await limits.take(...bucket)', 'void limits.take(...bucket).catch(() => undefined)'],
    test: `${SESSION}/sign-in-lock.api.test.ts`,
  },
  {
    check: 46,
    name: 'only addresses that have an account are locked',
    file: `${SESSION}/sign-in-lock.ts`,
    change: ['await limits.take(...bucket)', 'if (user) await limits.take(...bucket)'],
    test: accounts,
  },
  {
    check: 47,
    name: 'a code may be tried for ever',
    file: `${SESSION}/email-code.service.ts`,
    change: ['row.tries > CODE_TRIES', 'row.tries > 1_000'],
    test: stepUp,
  },
  {
    check: 47,
    name: 'a code does not expire',
    file: `${SESSION}/email-code.service.ts`,
    change: ['row.expires_at <= clock()', 'row.expires_at <= new Date(0)'],
    test: stepUp,
  },
  {
    check: 47,
    name: 'a code is good again and again',
    file: `${SESSION}/email-codes.repository.ts`,
    change: ["      .where('used_at', 'is', null)\n      .returningAll()", '      .returningAll()'],
    and: [
      "      .where('id', '=', id)\n      .where('used_at', 'is', null)",
      "      .where('id', '=', id)",
    ],
    test: stepUp,
  },
  {
    check: 47,
    name: 'a juror is let in without a code',
    file: `${SESSION}/step-up.service.ts`,
    change: ['if (!config.stepUp ||', 'if (config.stepUp ||'],
    test: stepUp,
  },
  {
    check: 47,
    name: 'a grave call takes no code',
    file: `${APP}/require-step-up.ts`,
    change: ['!isGrave(call.name)) return', 'isGrave(call.name)) return'],
    test: stepUp,
  },
  {
    check: 48,
    name: 'the password of the demo opens accounts in production',
    file: `${SESSION}/session.service.ts`,
    change: ['|| isDemo ||', '||'],
    test: accounts,
  },
  {
    check: 49,
    name: 'a token is short enough to be guessed',
    file: `${SESSION}/session-token.ts`,
    change: ['randomBytes(32)', 'randomBytes(8)'],
    test: accounts,
  },
  {
    check: 50,
    name: 'each sign-in of a person has the same token',
    file: `${SESSION}/session-token.ts`,
    change: ['randomBytes(32)', "Buffer.from(userId.padEnd(32, '0'))"],
    test: `${SESSION}/session.api.test.ts`,
  },
  {
    check: 51,
    name: 'a session that nobody uses goes on',
    file: `${APP}/actor.repository.ts`,
    change: ["s.last_used_at > ${mark('idle')}", "(true or s.last_used_at > ${mark('idle')})"],
    test: `${SESSION}/account.api.test.ts`,
  },
  {
    check: 51,
    name: 'a session has no end',
    file: `${APP}/actor.repository.ts`,
    change: ["s.expires_at > ${mark('now')}", "(true or s.expires_at > ${mark('now')})"],
    test: `${SESSION}/account.api.test.ts`,
  },
  {
    check: 52,
    name: 'sessions outlive a new password',
    file: `${SESSION}/session.service.ts`,
    change: ['await sessionsRepository(trx).revokeAll(actor.id, clock())', ''],
    test: `${SESSION}/session.api.test.ts`,
  },
  {
    check: 52,
    name: 'a closed account goes on',
    file: `${APP}/actor.repository.ts`,
    change: [" and u.status = 'active'", ''],
    test: accounts,
  },
  {
    check: 53,
    name: 'anybody ends a session whose number is known',
    file: `${SESSION}/sessions.repository.ts`,
    change: [
      "liveSessions(db, userId, at).where('id', '=', id)",
      "db.updateTable('sessions').set({ revoked_at: at }).returning('id').where('id', '=', id)",
    ],
    test: `${SESSION}/account.api.test.ts`,
  },
  {
    check: 54,
    name: 'a token in an address counts',
    file: `${APP}/authenticate.ts`,
    change: [
      "const header = request.headers['token']",
      "const header = request.headers['token'] ?? (request.query as { token?: string }).token",
    ],
    test: accounts,
  },
  {
    check: 55,
    name: 'the matrix refuses visitors alone',
    file: `${APP}/permission.ts`,
    change: ['if (isRefusal(cell)) throw', 'if (isRefusal(cell) && !actor) throw'],
    test: 'api/test/permissions.api.test.ts',
  },
  {
    check: 56,
    name: 'any entry is one of the own',
    file: 'api/src/modules/entries/entry-access.ts',
    change: ['if (!entry || !owns(actor, entry)) throw', 'if (!entry) throw'],
    test: strangers,
  },
  {
    check: 57,
    name: 'what is not yours is refused in other words',
    file: 'api/src/modules/entries/entry-access.ts',
    change: [
      'if (!entry || !owns(actor, entry)) throw notYours()',
      "if (!entry) throw notYours()\n  if (!owns(actor, entry)) throw new Error('This entry is of somebody else')",
    ],
    test: strangers,
  },
  {
    check: 58,
    name: 'a person is remembered as at the first call',
    file: `${APP}/authenticate.ts`,
    change: [
      'const found = TOKEN_SHAPE.test(token) ? await find(context.db, digest, now) : undefined',
      'const known = remembered.get(find) ?? {}\n  remembered.set(find, known)\n  const found = (known[token] ??= await find(context.db, digest, now))',
    ],
    and: [
      'const TOKEN_SHAPE = ',
      'const remembered = new Map<unknown, Record<string, any>>()\nconst TOKEN_SHAPE = ',
    ],
    test: strangers,
  },
  {
    check: 59,
    name: 'what is hidden is public',
    file: 'api/src/modules/publication/public-entries.ts',
    change: ["    .where('entry.is_show', '=', sql.lit(true))\n", ''],
    test: 'api/src/modules/publication/publication.api.test.ts',
  },
  {
    check: 59,
    name: 'what is under embargo is public',
    file: 'api/src/modules/publication/public-entries.ts',
    change: ["    .where('edition.status', 'in', PUBLISHED)\n", ''],
    and: ["    .where('edition.results_published_at', 'is not', null)", ''],
    test: 'api/src/modules/publication/publication.api.test.ts',
  },
  {
    check: 60,
    name: 'a failure is told with what failed',
    file: `${APP}/error-handler.ts`,
    change: [
      '`${FAILURE} Reference: ${request.id}`',
      '`${error.message} Reference: ${request.id}`',
    ],
    test: hidden,
  },
  {
    check: 60,
    name: 'the tools of the demo are there in production',
    file: 'api/src/mail/mail-preview.routes.ts',
    change: ["if (config.mode !== 'demo') return", ''],
    test: hidden,
  },
  {
    check: 61,
    name: 'a package may become another by itself',
    file: 'package.json',
    change: ['"prettier": "', '"prettier": "^'],
    test: 'api/src/security/packages.test.ts',
  },
  ...RECORD,
]
