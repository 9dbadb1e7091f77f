import * as domain from './index.ts'

/** The specification, §9, copied by hand: a constant that drifts from it fails here. */
const SPECIFICATION = {
  REQUEST_TIMEOUT_MS: 20_000,
  BATCH_DOWNLOAD_TIMEOUT_MS: 600_000,
  SCRIPT_TIMEOUT_MS: 120_000,
  LOGIN_PATH: '/login',
  FORBIDDEN_PATH: '/403',
  BASE_PATH: '/',
  TOKEN_KEY: 'token',
  PRIMARY_COLOUR: '#E72E2D',
  FONT_STACK_START: 'Roboto',
  PAGE_SIZE: 10,
  FOCUS_REFRESH_MS: 5_000,
  CACHE_MS: 300_000,
  MESSAGE_SECONDS: 3,
  NOTIFICATION_SECONDS: 4.5,
}

test.each(Object.entries(SPECIFICATION))('%s is %s', (name, value) => {
  proves(`constant ${name}`)
  expect(domain).toHaveProperty(name, value)
})
