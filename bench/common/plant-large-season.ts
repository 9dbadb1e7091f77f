import type { openDatabase } from '../../api/src/db/database.ts'

type Pool = ReturnType<typeof openDatabase>['pool']
/** One connection, inside the transaction of the caller. */
type Client = {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
}
export type SeasonSize = { readonly entries: number; readonly accounts: number }

/**
 * Inserts a large season into a loaded programme that has issued an invoice: copies of its entries, each with its files,
 * events, assignments, payments and invoices, spread over further accounts. Triggers and foreign keys are off meanwhile: each copied row is valid.
 */
export async function plantLargeSeason(pool: Pool, { entries, accounts }: SeasonSize) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await plantAccounts(client, accounts)
    await plantEntries(client, { entries, accounts })
    await plantPayments(client)
    await plantRecords(client)
    await client.query('commit')
    await client.query('notify public_content')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/**
 * Inserts one row for each row of `from`, which names the copied row `model`; `changes` is an SQL expression of the
 * columns that differ, as a JSON object. `offset 0` keeps PostgreSQL from making a row again for each of its columns.
 */
async function copyRows(client: Client, table: string, from: string, changes: string) {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const { rowCount } = await client.query(
    `insert into ${table} (${columns.join()}) overriding system value
     select ${columns.map((name) => `(copy.made).${name}`).join()}
     from (select jsonb_populate_record(null::${table}, to_jsonb(model) || ${changes}) as made
           from ${from} offset 0) copy
     on conflict do nothing`,
  )
  console.log(`${table}: ${rowCount} rows`)
}

async function plantAccounts(client: Client, count: number) {
  await client.query(
    `create temporary table account on commit drop as
     select n, new_id() as id from generate_series(0, $1::int - 1) n`,
    [count],
  )
  await copyRows(
    client,
    'users',
    `account, (select users.* from users join apply_orders on user_id = users.id limit 1) model`,
    `jsonb_build_object('id', account.id, 'email', 'planted-' || account.n || '@season.example.org',
       'company', 'Studio ' || substr(md5(account.n::text), 1, 6),
       'last_name', initcap(substr(md5('name' || account.n), 1, 7)))`,
  )
}

async function plantEntries(client: Client, { entries, accounts }: SeasonSize) {
  await client.query(
    `create temporary table planted on commit drop as
     select series.n, new_id() as id, new_id() as project_id, account.id as user_id,
       models.id as model_id
     from generate_series(0, $1::int - 1) series(n)
     join account on account.n = series.n % $2::int
     join (select id, row_number() over (order by id) - 1 as place, count(*) over () as models
           from apply_orders) models on models.place = series.n % models.models`,
    [entries, accounts],
  )
  await copyRows(
    client,
    'projects',
    `planted join apply_orders entry on entry.id = planted.model_id
     join projects model on model.id = entry.project_id`,
    `jsonb_build_object('id', planted.project_id, 'user_id', planted.user_id)`,
  )
  await copyRows(
    client,
    'apply_orders',
    `planted join apply_orders model on model.id = planted.model_id`,
    `jsonb_build_object('id', planted.id, 'project_id', planted.project_id, 'user_id', planted.user_id,
       'entry_no', 'S' || planted.n, 'judging_no', '#S' || planted.n,
       'title', model.title || ' ' || planted.n)`,
  )
  for (const [table, ownId] of [
    ['entry_figures', ''],
    ['entry_files', ''],
    ['entry_events', `, 'id', new_id()`],
    ['assignments', `, 'id', new_id()`],
  ] as const) {
    await copyRows(
      client,
      table,
      `planted join ${table} model on model.apply_order_id = planted.model_id`,
      `jsonb_build_object('apply_order_id', planted.id${ownId})`,
    )
  }
}

/** The order number of a copy is that of its model with the number of the planted entry. */
async function plantPayments(client: Client) {
  const orders = 'planted join payment_orders paid on paid.apply_order_id = planted.model_id'
  await copyRows(
    client,
    'payment_orders',
    `planted join payment_orders model on model.apply_order_id = planted.model_id`,
    `jsonb_build_object('order_no', model.order_no || 'S' || planted.n, 'apply_order_id', planted.id,
       'payer_id', planted.user_id, 'provider_txn', model.provider_txn || planted.n,
       'provider_ref', model.provider_ref || planted.n)`,
  )
  const ofOrder = `'order_no', paid.order_no || 'S' || planted.n`
  await copyRows(
    client,
    'order_lines',
    `${orders} join order_lines model on model.order_no = paid.order_no`,
    `jsonb_build_object(${ofOrder}, 'apply_order_id', planted.id)`,
  )
  await copyRows(
    client,
    'ledger',
    `${orders} join ledger model on model.order_no = paid.order_no`,
    `jsonb_build_object(${ofOrder}, 'id', new_id(), 'provider_txn', model.provider_txn || planted.n)`,
  )
  await copyRows(
    client,
    'invoices',
    `${orders}, (select * from invoices where kind = 'invoice' limit 1) model`,
    `jsonb_build_object(${ofOrder}, 'id', new_id(), 'fee_type', paid.fee_type,
       'number', 'S-' || planted.n || '-' || paid.fee_type, 'apply_order_id', planted.id)`,
  )
}

/** What a season leaves in the outbox and the audit log: three rows of each for an entry. */
async function plantRecords(client: Client) {
  const { rowCount } = await client.query(`
    insert into mail_outbox (template, language, recipient, sent_at)
    select 'welcome', 'en', 'planted-' || planted.n || '@season.example.org', now()
    from planted, generate_series(1, 3)`)
  console.log(`mail_outbox: ${rowCount} rows`)
  await copyRows(
    client,
    'audit_log',
    `planted, (select * from audit_log order by id limit 3) model`,
    `jsonb_build_object('id', new_id())`,
  )
}
