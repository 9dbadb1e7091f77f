import type { SecurityMutant } from './checks.ts'

const BODIES = 'api/src/http/read-input.ts'
const CALLS_TEST = 'api/test/security/calls.api.test.ts'
const CONTRACT_TEST = 'api/test/security/contract.test.ts'
const RULES_TEST = 'api/test/security/rules.api.test.ts'
const WORDS_TEST = 'api/test/security/words.api.test.ts'
const PICTURES = 'api/src/files/pictures/image-processing.ts'
const PICTURES_TEST = 'api/src/files/hostile.api.test.ts'

const PUBLIC_REQUEST = 'api/src/lib/public-request.ts'
const POST_WEBHOOK_TEST = 'api/src/modules/webhooks/post-webhook.test.ts'

/** Mutants of the checks 1 to 15: input, output and business rules. */
export const MUTANTS: readonly SecurityMutant[] = [
  {
    check: 1,
    name: 'markup in the values of a mail stays markup',
    file: 'api/src/lib/markup.ts',
    change: ["'<': '&lt;'", "'<': '<'"],
    test: 'api/src/mail/mail-outbox.api.test.ts',
  },
  {
    check: 1,
    name: 'a text ends the script that it is handed over in',
    file: 'api/src/lib/markup.ts',
    change: ["    .replaceAll('<', '\\\\u003c')\n", ''],
    test: 'e2e/src/security/markup.browser.test.ts',
    scale: 'full',
  },
  {
    check: 2,
    name: 'a search is put together from text',
    file: 'api/src/modules/jury/lists/list-filter.repository.ts',
    change: ['const NO_JOINS = sql``', "const NO_JOINS = sql.raw(String(''))"],
    test: CONTRACT_TEST,
  },
  {
    check: 3,
    name: 'an address of any kind is taken',
    file: 'shared/src/domain/entries/answer-rules.ts',
    change: ["['https:', 'http:'].includes(addressOf(value)?.protocol ?? '')", 'value.length > 0'],
    test: WORDS_TEST,
  },
  {
    check: 4,
    name: 'HTML in texts of the programme stays as it is',
    file: 'api/src/modules/programme/read/programme-texts.ts',
    change: ['sanitizeHtml(markdown.render(text), ALLOWED).trim()', 'markdown.render(text).trim()'],
    and: ['const OPTIONS = { html: false,', 'const OPTIONS = { html: true,'],
    test: 'api/src/modules/programme/read/markdown.test.ts',
  },
  {
    check: 5,
    name: 'SVG is a picture',
    file: PICTURES,
    change: ["new Set(['jpeg', 'png', 'webp'])", "new Set(['jpeg', 'png', 'webp', 'svg'])"],
    and: ["sharp.block({ operation: ['VipsForeignLoad'] })\n", ''],
    test: PICTURES_TEST,
  },
  {
    check: 6,
    name: 'the address of a website is looked at',
    file: 'api/src/modules/entries/entry-editing.service.ts',
    change: [
      '      const answers = merged(current.answers, input.answers)\n',
      '      const answers = merged(current.answers, input.answers)\n      if (answers.website_url) await fetch(answers.website_url).catch(() => undefined)\n',
    ],
    test: WORDS_TEST,
  },
  {
    check: 6,
    name: 'a webhook reaches a name behind the firewall',
    file: PUBLIC_REQUEST,
    change: ['return { lookup: lookupPublic', 'return { lookup: undefined'],
    test: POST_WEBHOOK_TEST,
  },
  {
    check: 6,
    name: 'a webhook reaches figures behind the firewall',
    file: PUBLIC_REQUEST,
    change: ['isIP(host) !== 0 && !isPublicAddress(host)', 'isIP(host) === 9'],
    test: POST_WEBHOOK_TEST,
  },
  {
    check: 7,
    name: 'a name may have several lines',
    file: 'shared/src/domain/accounts/account-form.ts',
    change: ['!/[\\u0000\\r\\n]/.test(value)', '!/[\\u0000]/.test(value)'],
    test: WORDS_TEST,
  },
  {
    check: 8,
    name: 'a body of any type is read',
    file: BODIES,
    change: ["addContentTypeParser('application/json',", "addContentTypeParser('*',"],
    test: CALLS_TEST,
  },
  {
    check: 9,
    name: 'a page may be any number',
    file: 'shared/src/contract/endpoint.ts',
    change: ["    .min(1, 'Give a number of at least 1')\n", ''],
    test: CONTRACT_TEST,
  },
  {
    check: 10,
    name: 'the server trusts what the browser has checked',
    file: 'api/src/http/read-input.ts',
    change: ['  return parsed.data\n', '  return sent as z.output<S>\n'],
    and: [
      'if (!parsed.success || Object.keys(fields).length > 0) throw new BusinessError(422, fields)\n',
      '',
    ],
    test: 'api/test/security/fuzz.api.test.ts',
  },
  {
    check: 11,
    name: 'scores are taken in every phase',
    file: 'api/src/modules/jury/scoring/scores.service.ts',
    change: ['  requireScoring(seat.capabilities, seat.key.level)\n', ''],
    test: 'api/src/modules/jury/scoring/scoring.api.test.ts',
  },
  {
    check: 12,
    name: 'a decision is not one transaction',
    file: 'api/src/modules/jury/results/decisions.service.ts',
    change: ['db.transaction().execute(work)', 'work(db)'],
    test: RULES_TEST,
  },
  {
    check: 13,
    name: 'a decision does not look whether another was first',
    file: 'api/src/modules/jury/results/decisions.service.ts',
    change: ['  if (!saved) throw staleVersion(entry.decision_version)\n', ''],
    and: [
      '  if (version !== entry.decision_version) throw staleVersion(entry.decision_version)\n',
      '',
    ],
    test: RULES_TEST,
  },
  {
    check: 13,
    name: 'who asks to pay does not wait for who asked before',
    file: 'api/src/modules/payments/checkout/payable-entries.repository.ts',
    change: ['      await lockFees(db, ids)\n', ''],
    test: 'api/src/modules/payments/payments.api.test.ts',
  },
  {
    check: 14,
    name: 'archives are not counted',
    file: 'api/src/modules/jury/archive/zip.service.ts',
    change: ["    await limits.take('zip', actor.id, LINKS_PER_HOUR)\n", ''],
    test: 'api/test/security/limits.api.test.ts',
  },
  {
    check: 15,
    name: 'a cell may begin like a formula',
    file: 'api/src/lib/csv.ts',
    change: ['=+\\-@＝＋－＠', '=+\\-'],
    test: 'api/src/lib/csv.test.ts',
  },
]
