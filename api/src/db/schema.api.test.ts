import { readFile } from 'node:fs/promises'
import { TYPES_FILE, databaseTypes } from '../../test/database-types.ts'
import { TEMPLATE } from '../../test/test-database.ts'

test('the generated table types match the migrations; if not, run `npm run awards -- db-types`', async () => {
  const wanted = await databaseTypes(process.env['AWARDS_TEST_SOCKET'] ?? '', TEMPLATE)
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(wanted)
})
