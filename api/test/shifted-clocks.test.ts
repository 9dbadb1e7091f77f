import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shiftedClock as ofSimulators } from '../../simulators/src/shifted-clock.ts'
import { shiftedClock as ofSite } from '../src/lib/time.ts'

const folder = mkdtempSync(join(tmpdir(), 'clock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['86400000', ' -3600000\n', '', 'tomorrow', '1.5', '1e400', undefined])(
  'site and simulators read the clock shift %j alike',
  (content) => {
    const file = join(folder, String(content === undefined ? 'missing' : 'shift'))
    if (content !== undefined) writeFileSync(file, content)
    const minutes = (clock: () => Date) => Math.round(clock().getTime() / 60_000)
    expect(Math.abs(minutes(ofSite(file)) - minutes(ofSimulators(file)))).toBeLessThanOrEqual(1)
  },
)
