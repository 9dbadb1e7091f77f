import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { buildApp } from '../api/src/app/build-app.ts'
import { openDatabase } from '../api/src/db/database.ts'
import { passwordMatches } from '../api/src/modules/session/password.ts'

// The least that could take an entry: the site's own Fastify, driver and hashing of passwords, for each call one
// statement, and the bytes of a picture piped into a file that outlives a loss of power, as the rows do. No
// session is asked for and no input is checked. With a third argument it also writes each picture anew, in the
// two sizes that the site has when it confirms one. Arguments: the database, a folder, `sizes`.
const [, , database = '', folder = '', sizes] = process.argv
const { pool } = openDatabase(database)
await pool.query(`
  create table if not exists floor_sessions (token uuid primary key, email text);
  create table if not exists floor_entries (id bigserial primary key, version int, body json);
  create table if not exists floor_files (id bigserial primary key, is_there boolean)`)

const [FULL_EDGE, THUMB_EDGE] = [2_400, 480]
// The very Fastify and sharp of the site.
type Sharp = {
  autoOrient(): Sharp
  clone(): Sharp
  resize(width: number, height: number, how: { fit: 'inside' }): Sharp
  jpeg(options: { quality: number }): Sharp
  webp(options: { quality: number }): Sharp
  toFile(name: string): Promise<unknown>
}
type Fastify = () => ReturnType<typeof buildApp>
const ofApi = createRequire(new URL('../api/package.json', import.meta.url))
const fastify = ofApi('fastify') as Fastify
const sharp = ofApi('sharp') as (file: string) => Sharp
type Account = { email: string; password: string }
type Change = { apply_order_id: string; answers?: { summary?: string } }

const given = (data: unknown) => ({ code: 200, msg: 'ok', data })
const idOf = async (insert: string, values: unknown[] = []) =>
  (await pool.query<{ id: string }>(insert, values)).rows[0]?.id ?? ''
const app = fastify()
// Bytes are not parsed: they stay in the request.
app.addContentTypeParser('*', (_request, _payload, done) => done(null))

app.post<{ Body: Account }>('/api/user/login', async ({ body: { email, password } }) => {
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from users where email = $1',
    [email],
  )
  if (!(await passwordMatches(rows[0]?.password_hash, password))) throw new Error('Wrong password')
  const token = randomUUID()
  await pool.query('insert into floor_sessions values ($1, $2)', [token, email])
  return given({ token })
})

app.post('/api/apply/entry', async ({ body }) => {
  const id = await idOf('insert into floor_entries (version, body) values (1, $1) returning id', [
    JSON.stringify(body),
  ])
  return given({ project_id: id, orders: [{ apply_order_id: id }] })
})

app.get<{ Querystring: Change }>('/api/apply/info', async ({ query }) => {
  const { rows } = await pool.query('select version, body from floor_entries where id = $1', [
    query.apply_order_id,
  ])
  return given({ projection: 'owner', ...rows[0] })
})

for (const call of ['edit', 'editImage']) {
  app.post<{ Body: Change }>(`/api/apply/${call}`, async ({ body }) => {
    const { rows } = await pool.query<{ version: number }>(
      'update floor_entries set version = version + 1, body = $2 where id = $1 returning version',
      [body.apply_order_id, JSON.stringify(body)],
    )
    return given(rows[0])
  })
}

app.post('/api/upload/sign', async () => {
  const id = await idOf('insert into floor_files (is_there) values (false) returning id')
  return given({ url: `/files/${id}` })
})

async function writeSizes(file: string) {
  const picture = sharp(file).autoOrient()
  const large = picture.clone().resize(FULL_EDGE, FULL_EDGE, { fit: 'inside' })
  const small = picture.clone().resize(THUMB_EDGE, THUMB_EDGE, { fit: 'inside' })
  await Promise.all([
    large.jpeg({ quality: 86 }).toFile(`${file}.jpg`),
    small.webp({ quality: 76 }).toFile(`${file}.webp`),
  ])
}

app.put<{ Params: { id: string } }>('/files/:id', async ({ raw, params: { id } }) => {
  const file = join(folder, id)
  await pipeline(raw, createWriteStream(file, { flush: true }))
  if (sizes) await writeSizes(file)
  await pool.query('update floor_files set is_there = true where id = $1', [id])
  const nothing = { picture: null, duplicate_of: null, similar_to: null }
  return given({ file_id: id, kind: 'image', original_name: 'view.jpg', ...nothing })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit(0))
