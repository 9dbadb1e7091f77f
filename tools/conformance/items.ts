import { ADDED_CALLS, SPECIFICATION_CALLS } from '../../shared/src/contract/index.ts'
import * as constants from '../../shared/src/domain/index.ts'
import { PERMISSIONS, SPECIFICATION_ROUTES } from '../../shared/src/domain/index.ts'
import type { CallName } from '../../shared/src/domain/index.ts'
import { STORIES } from './stories.ts'

/** One thing the specification asks for; `id` is what a test names in its `proves:` comment. */
export type Item = { id: string; text: string; reach?: string }
export type Chapter = { title: string; source: string; items: Item[] }

/** What each kind of caller reaches, or the code of the refusal; the matrix test tries every cell. */
function reachOf(name: string): string {
  const row = PERMISSIONS[name as CallName]
  const cells = [row.visitor, row[0], row[1], row[2], row[3]].map((cell) =>
    String(cell).replaceAll('_', ' '),
  )
  return new Set(cells).size === 1 ? `${cells[0]}` : cells.join(' · ')
}

const call = (text: { name: string; method: string; path: string }): Item => ({
  id: `call ${text.name}`,
  text: `\`${text.method} ${text.path}\``,
  reach: reachOf(text.name),
})

const constant = (name: keyof typeof constants, meaning: string): Item => ({
  id: `constant ${name}`,
  text: `${meaning}: \`${String(constants[name])}\``,
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

/** The specification as a list to tick off, in its own order. */
export const CHAPTERS: Chapter[] = [
  { title: 'Calls', source: 'specification §7', items: SPECIFICATION_CALLS.map(call) },
  {
    title: 'Routes',
    source: 'specification §2',
    items: SPECIFICATION_ROUTES.map(({ path, title }) => ({
      id: `route ${path}`,
      text: title ? `\`${path}\` ${title}` : `\`${path}\``,
    })),
  },
  { title: 'Error cases', source: 'specification §8', items: ERROR_CASES },
  {
    title: 'Constants',
    source: 'specification §9',
    items: [
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
  },
  { title: 'Calls beside them', source: 'the product’s own', items: ADDED_CALLS.map(call) },
  {
    title: 'Acceptance stories',
    source: 'the programme’s own',
    items: Object.entries(STORIES).map(([number, text]) => ({
      id: `story ${number}`,
      text: `${number} ${text}`,
    })),
  },
]
