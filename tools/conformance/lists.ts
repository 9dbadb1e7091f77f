import { ADDED_CALLS, SPECIFICATION_CALLS } from '../../shared/src/contract/index.ts'
import * as constants from '../../shared/src/domain/index.ts'
import { SPECIFICATION_ROUTES } from '../../shared/src/domain/index.ts'
import { criteria } from '../accessibility/page.ts'
import { CHECKS } from '../security/checks.ts'

/** A requirement; a test proves it with `proves('<id>')`. */
export type Item = { readonly id: string; readonly text: string }

const call = (asked: { name: string; method: string; path: string }): Item => ({
  id: `call ${asked.name}`,
  text: `${asked.method} ${asked.path}`,
})

const constant = (name: keyof typeof constants, meaning: string): Item => ({
  id: `constant ${name}`,
  text: `${meaning}: ${String(constants[name])}`,
})

const ERROR_CASES: Item[] = [
  { id: 'error 422', text: 'Code 422: one toast for each message, as `field: message`' },
  { id: 'error 401', text: 'Code 401: the token is removed and the browser goes to /login' },
  { id: 'error 403', text: 'Code 403: the browser goes to /403' },
  { id: 'error business', text: 'Any other code: the message is shown as a toast' },
  { id: 'error status-0', text: 'Status 0: “Network unavailable. Check internet connection”' },
  { id: 'error response', text: 'Other response: “Request failed, please retry.”' },
  { id: 'error no-response', text: 'No response: “Network error. Check connection and retry.”' },
  { id: 'error other', text: 'Anything else: “Request error, please retry.”' },
  { id: 'error opt-out', text: 'A request may opt out; then the error is rethrown' },
]

const numbered = (kind: string, texts: Readonly<Record<string, string>>): Item[] =>
  Object.entries(texts).map(([number, text]) => ({ id: `${kind} ${number}`, text }))

/** The scenarios of deployment and failure that the platform is held to; a test proves one with `proves('scenario 3')`. */
export const SCENARIOS = {
  1: 'A tab keeps its release while a newer one is promoted, is told of it, and never reloads over unsaved work',
  2: 'Without its entry file, the new release falls back to the one before, and the fallback is reported',
  3: 'A manifest that hangs falls back after a skeleton; header, navigation and other remotes work meanwhile',
  4: 'After a file failed to load once, the page comes without a reload, or with “Try again”',
  5: 'With every remote down the shell renders, keeps the session and tries each remote at most three times',
  6: 'A visitor causes no request to the remotes of entrants, payments and jury',
  7: 'Hostile pins in the address, in storage or in a frame cause no foreign request, and the site starts',
  8: 'A release whose files lie on another origin is refused, and blocked when it is planted',
  9: 'A changed byte or a missing digest fails the integrity check, and the release before runs',
  10: 'A release that needs another React is refused with both versions, and fails alone when it is forced in',
  11: 'Of two deployments at once on one channel one wins; discovery stays valid and consistent meanwhile',
  12: 'A published version is immutable; an archive that climbs out of its folder is refused',
  13: 'A canary reaches its share of visitors, keeps each visitor while it grows, and is independent of others',
  14: 'A rollback is one command, acts on the next fresh tab and the next navigation, and is in the audit',
  15: 'A remote that throws at import, in render, in an effect or in a promise fails alone and is reported',
  16: 'A remote that corrupts the share scope leaves the others working',
  17: 'Twenty visits to and fro leave no style, node or listener behind',
  18: 'Every page has a strict content security policy, and none violates it',
  19: 'A developer’s edit shows within two seconds in the shell of staging, signed in as before',
  20: 'Each class of address has its Cache-Control; errors are not stored',
  21: 'Loading, error, fallback and pinned states pass axe, take the focus and are announced',
  22: 'Without discovery the last good one starts the site, or a friendly page that recovers by itself',
  23: 'While a remote loads slowly, the buttons beside it can be pressed with a pointer, at a desk and on a telephone',
  24: 'A release whose public page throws on the server is refused at publish',
  25: 'Failures in staging keep a release from production until somebody accepts them',
  26: 'A restart changes no deployment of production, and a canary goes on where it was',
  27: 'A type error and a broken surface are refused at publish, and the member is named',
  28: 'A fifth remote stands in menu, languages and sitemap by its remote.json, and leaves no trace when it is removed',
  29: 'A canary stops a release that fails more often, gives the traffic back and says why',
  30: 'A canary takes an equal release from 1 to 100 % by itself',
  31: 'A canary stops a release whose LCP is slower',
  32: 'With too little traffic a canary holds, and says what is missing',
  33: 'Of two promotions at once the second is refused, and told who was first',
  34: 'The first HTML, its preloads and its language addresses are those of the pinned release',
  35: 'A corrupt style sheet comes back in place with “Try again”',
  36: 'A change has a preview with a link and pictures of what differs, which goes when the change is merged',
  37: 'A remote that is built in a repository of its own, with the package @awards/mfe, is shipped to both channels',
  38: 'A release is rolled back from the page of releases, on a telephone',
} as const

/** The acceptance stories of the programme, by number; a test proves one with `proves('story S03')`. */
const STORIES = {
  S01: 'A visitor finds a winner and verifies its certificate',
  S02: 'Hidden, embargoed and unknown works are told alike',
  S03: 'An entrant registers with a code by e-mail',
  S04: 'One work in two categories, from draft to submission',
  S05: 'A session ends in the middle of a form',
  S06: 'Two tabs change the same entry',
  S07: 'Pictures of every kind are uploaded, over any line',
  S08: 'A quote, a wallet code, and the payment',
  S09: 'The price changes while somebody pays',
  S10: 'A wallet code expires',
  S11: 'A payment is confirmed after its order was closed',
  S12: 'The same fee is paid twice',
  S13: 'A forged or short payment is reported',
  S14: 'A bank transfer is confirmed by hand',
  S15: 'A paid entry is withdrawn',
  S16: 'A consumer withdraws from the contract online',
  S17: 'The call closes: grace, corrections, the next edition',
  S18: 'A juror is invited by e-mail',
  S19: 'A juror asks for an entry that is not theirs',
  S20: 'Two jurors, and two tabs of one, score at once',
  S21: 'A conflict of interest is declared',
  S22: 'Quorum, divergence and ties',
  S23: 'The second level scores without seeing the first',
  S24: 'Embargo and publication',
  S25: 'Taxes, invoices and their numbers',
  S26: 'A studio pays four works at once; one is waived, one withdrawn, and the books agree to the cent',
  T01: 'A studio works together: invited, writing at once, reading along, removed',
  T02: 'A chair signs in and confirms with a passkey, loses the device and comes back',
  T03: 'An entrant gives a program a key, tells it by webhooks what happens, and takes both back',
  T04: 'Somebody signs in by way of an organisation: a new account, a link, a second factor that stays',
  J01: 'A day of a chair: six hundred entries and twelve jurors, from the assignment to the release',
  J02: 'A juror scores forty entries by keyboard, with two and a half keys a mark at most',
  J03: 'A juror scores forty entries by one thumb',
  J04: 'A disputed entry goes from split to agreed summary in two browsers',
  J05: 'A figure derived by hand from its view equals the stored one',
  J06: 'The freeze closes agenda, threads and summaries, and the entrant reads what was agreed',
  J07: 'The chair goes from entry to entry, and finds filters, choice and place again',
  J08: 'Entries, jurors, views and actions are found from anywhere by a few letters',
  J09: 'A session ends at the desk: what was marked is kept, and the way back is shown',
  J10: 'A juror has the own list beside the entry',
  O01: 'A season is opened and a call extended, reviewed, made live and undone',
  O02: 'A category and questions are added in mid-season; drafts are asked, what is handed in is not',
  O03: 'An article in three languages is written by keyboard on a phone and read on the site',
  O04: 'Entries are admitted, handed back and refused, by pointer and by keyboard alone',
  O05: 'Anybody is found, understood and helped at the desk',
  O06: 'A broadcast is written, tried, sent at a rate and stopped, and a reader ends such mails',
  O07: 'The figures of an edition are read beside the one before, as charts, as tables and as files',
  O08: 'Who changed what is found in the audit log, and saved as a file',
  O09: 'A right is given, and taken back at once',
  O10: 'The site is seen as an entrant sees it, and nothing can be changed',
  O11: 'Who judges or takes part organises nothing, and who organises enters nothing',
  O12: 'Of two organisers at once the slower is told, and nothing is done twice',
} as const

/** All requirements that tests have to prove. */
export const LISTS = {
  // Specification §7, then the product's own.
  calls: [...SPECIFICATION_CALLS, ...ADDED_CALLS].map(call),
  // Specification §2.
  routes: SPECIFICATION_ROUTES.map(({ path, title }) => ({
    id: `route ${path}`,
    text: title ? `${path} ${title}` : path,
  })),
  // Specification §8.
  errors: ERROR_CASES,
  // Specification §9.
  constants: [
    constant('REQUEST_TIMEOUT_MS', 'Request timeout, ms'),
    constant('BATCH_DOWNLOAD_TIMEOUT_MS', 'Batch download timeout, ms'),
    constant('SCRIPT_TIMEOUT_MS', 'Script loading timeout, ms'),
    constant('LOGIN_PATH', 'Login path'),
    constant('FORBIDDEN_PATH', 'Forbidden path'),
    constant('BASE_PATH', 'Base path'),
    constant('TOKEN_KEY', 'Token storage key'),
    constant('PRIMARY_COLOUR', 'Primary theme colour'),
    constant('FONT_STACK_START', 'Font stack starts with'),
    constant('PAGE_SIZE', 'Page size (library default)'),
    constant('FOCUS_REFRESH_MS', 'Window-focus refresh, ms (library default)'),
    constant('CACHE_MS', 'Cache time, ms (library default)'),
    constant('MESSAGE_SECONDS', 'Message toast, s (library default)'),
    constant('NOTIFICATION_SECONDS', 'Notification, s (library default)'),
  ],
  stories: numbered('story', STORIES),
  scenarios: numbered('scenario', SCENARIOS),
  security: CHECKS.map(({ number, text, standard }) => ({
    id: `security ${number}`,
    text: `${text} (ASVS ${standard})`,
  })),
  // Criteria that tests can prove; docs/accessibility.md says how the others are shown to hold.
  accessibility: criteria.wcag
    .filter(({ tests }) => tests === true)
    .map(({ id, text, level }) => ({ id: `wcag ${id}`, text: `${text} (${level})` })),
} satisfies Record<string, readonly Item[]>

export type ListName = keyof typeof LISTS
