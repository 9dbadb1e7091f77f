import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../api/src/db/database.ts'

// The least that could answer: one query of the driver, its rows as JSON. No session, no contract,
// no translation, no signed address of a picture. Arguments: folder of the socket.
const [, , socketDir = ''] = process.argv
const { pool } = openDatabase({ socketDir, database: 'awards' })

const WINNERS = `select e.id, e.entry_no, e.title, e.country, a.name as award, a.rank, a.colour,
    c.name as category, s.name as section, d.name as edition, d.year, f.alt, t.variants,
    count(*) over () as total
  from apply_orders e join editions d on d.id = e.edition_id join award_levels a on a.id = e.award_id
  join categories c on c.id = e.category_id join sections s on s.id = e.section_id
  left join entry_files f on f.apply_order_id = e.id and f.kind = 'cover'
  left join stored_files t on t.id = f.file_id
  where e.entry_status = 60 and e.is_show and d.results_published_at is not null
  order by d.opens_at desc, a.rank, e.title limit 12`
const USER = `select u.id, u.email, u.identity, u.first_name, u.last_name, u.company, u.country,
    u.account_type, u.language
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = sha256($1::bytea) and s.revoked_at is null and s.expires_at > now()`

const server = createServer(async (request, response) => {
  const isUser = request.url?.startsWith('/api/user/') ?? false
  const token = String(request.headers['token'] ?? '')
  const { rows } = await pool.query(isUser ? USER : WINNERS, isUser ? [Buffer.from(token)] : [])
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 200, data: isUser ? rows[0] : rows }))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(port)
})
process.once('disconnect', () => process.exit(0))
