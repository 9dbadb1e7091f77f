import { isDatabaseUnreachable } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P01', '57P02', '57P03'])(
  'a database that is restarted is unreachable: %s',
  (code) => expect(isDatabaseUnreachable(withCode(code))).toBe(true),
)

test.each(['23505', '42601', 'EACCES'])('a refused statement is no lost connection: %s', (code) =>
  expect(isDatabaseUnreachable(withCode(code))).toBe(false),
)
