import { readFile } from 'node:fs/promises'
import { TYPES_FILE, databaseTypes } from '../../test/database-types.ts'
import { emptySite } from '../../test/empty-site.ts'
import { TEMPLATE } from '../../test/test-database.ts'

test('the generated table types match the migrations; if not, run `npm run awards -- db-types`', async () => {
  const { connection, remove } = await emptySite({ template: TEMPLATE })
  const wanted = await databaseTypes(connection.socketDir, connection.database)
  await remove()
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(wanted)
})
