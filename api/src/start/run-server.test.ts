import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const address = (file: string) => pathToFileURL(join(import.meta.dirname, file)).href

function run(failure: string): Promise<{ code: number; out: string }> {
  const script = `
    import { exitOnUncaughtErrors } from '${address('run-server.ts')}'
    import { createLog } from '${address('../observability/log.ts')}'
    exitOnUncaughtErrors(createLog('info'), () => process.exit(1))
    setTimeout(() => { ${failure} }, 1)
    setTimeout(() => process.exit(0), 50)`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    )
  })
}

test.each([
  ['an exception', 'throw new Error("left over")', 'process.uncaught_exception', 1],
  ['a promise', 'Promise.reject(new Error("left over"))', 'process.unhandled_rejection', 0],
])('logs %s that is not caught', async (_name, failure, event, code) => {
  proves('security 62')
  const answer = await run(failure)
  expect(answer.code).toBe(code)
  expect(JSON.parse(answer.out)).toMatchObject({
    level: 'error',
    event,
    error: { message: 'left over' },
  })
})
