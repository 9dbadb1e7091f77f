import { startMember, type Program } from './programs.ts'

/** Waits for an event and not for a time: the member tells of each change. */
function watched(code: string) {
  let heard: () => void = () => undefined
  const lines: string[] = []
  const program: Program = {
    name: 'one',
    command: process.execPath,
    args: ['-e', code],
    ready: async () => lines.some((line) => line === 'here'),
  }
  const member = startMember(
    program,
    (line) => lines.push(line),
    () => heard(),
  )
  const until = (isMeant: () => boolean) =>
    new Promise<void>((done) => {
      heard = () => isMeant() && done()
      heard()
    })
  return { member, lines, until }
}

// Decision 27.
test('what dies is started again, what is held stays away until it is started', async () => {
  const { member, lines, until } = watched('console.log("here"); setInterval(() => {}, 1000)')
  const runs = (restarts: number) => () =>
    member.view().state === 'running' && member.view().restarts === restarts
  member.start()
  await until(runs(0))
  const first = member.view().pid
  await member.kill({ hold: false })
  expect(member.view().pid).toBeNull()
  await until(runs(1))
  expect(member.view().pid).not.toBe(first)

  await member.kill({ hold: true })
  expect(member.view()).toMatchObject({ state: 'held', pid: null })
  member.start()
  await until(runs(1))
  await member.stop()
  expect(member.view()).toMatchObject({ state: 'held', pid: null })
  expect(lines).toContain('ended with SIGKILL')
})

test('a program that cannot start is tried again, and says what is wrong', async () => {
  const { member, lines, until } = watched('console.error("no such thing"); process.exit(3)')
  member.start()
  await until(() => member.view().restarts >= 2)
  expect(lines).toEqual(expect.arrayContaining(['no such thing', 'ended with 3']))
  await member.stop()
})
