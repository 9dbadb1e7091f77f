import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from './options.ts'

let DATA_DIR = ''
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'dev-options-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

const read = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  readOptions(args, { DATA_DIR, ...env })

test('the site has the port that is asked for, and the parts behind it those after it', () => {
  expect(read([]).ports).toEqual({ site: 8080, api: 8081, simulators: 8082, mail: 8083 })
  expect(read([], { PORT: '9000' }).url).toBe('http://localhost:9000')
  expect(read(['--port', '9100'], { PORT: '9000' }).ports.site).toBe(9100)
})

test('data lie where npm start does not look, unless another folder is named', () => {
  expect(read([]).dataDir).toBe(DATA_DIR)
  expect(read([]).secret).toHaveLength(43)
})

test.each([
  [['--prot', '9000'], {}, /'--prot'[\s\S]*npm run dev \[-- --port 8080\]/],
  [['all'], {}, /'all'[\s\S]*npm run dev/],
  [['--port', 'http'], {}, /PORT is not a port number.*given: "http"/],
  [['--port', '65533'], {}, /the three ports after it/],
  [[], { MODE: 'production' }, /MODE is production; .* unset it/],
])('%j with %j is refused', (args, env, message) => {
  expect(() => read(args, env)).toThrow(message)
})
