import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DRILLS, outcomeOfError } from './drill.ts'
import { numberOptions, UsageError } from './setup.ts'

test.each(Object.entries(DRILLS))(
  '%s refuses words that it does not know, with those it takes',
  async (_name, load) => {
    const { run } = await load()
    const refused = await run(['--nonsense', '1']).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UsageError)
    const { message } = refused as UsageError
    expect(message).toMatch(/'--nonsense'\. This drill takes: (nothing|--\w+ \d+( --\w+ \d+)*)$/)
    for (const [option] of message.split('takes:')[1]?.matchAll(/--\w+/g) ?? []) {
      await expect(run([option, '0'])).rejects.toThrow(
        `${option} has to be a whole number above zero, not "0".`,
      )
    }
  },
)

test('options that are not given have their defaults', () => {
  expect(numberOptions(['--kills', '4'], { kills: 50, seed: 1 })).toEqual({ kills: 4, seed: 1 })
})

test('a drill that throws does not hold; one that could not begin leaves the last result', () => {
  const error = new Error('Waited too long until the site is ready\nits output')
  expect(outcomeOfError(error)).toEqual({
    holds: false,
    figures: { 'ended by': 'Waited too long until the site is ready' },
  })
  const missing = new UsageError('This drill needs faketime.')
  expect(() => outcomeOfError(missing)).toThrow(missing)
})

test('an unknown drill is refused with those there are', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'drill.ts'), 'earthquake'],
    { encoding: 'utf8' },
  )
  expect(status).toBe(2)
  expect(stderr).toContain(`There is no drill "earthquake"`)
  for (const name of Object.keys(DRILLS)) expect(stderr).toContain(name)
})
