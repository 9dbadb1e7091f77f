import { ADDED_CALLS, SPECIFICATION_CALLS } from '../../shared/src/contract/index.ts'
import * as constants from '../../shared/src/domain/index.ts'
import { SPECIFICATION_ROUTES } from '../../shared/src/domain/index.ts'
import { CHECKS } from '../security/checks.ts'
import { SCENARIOS } from './scenarios.ts'
import { STORIES } from './stories.ts'

/** One thing that is asked for; a test that proves it says `proves('<id>')`. */
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

/** Everything that tests have to prove. */
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
} satisfies Record<string, readonly Item[]>

export type ListName = keyof typeof LISTS
