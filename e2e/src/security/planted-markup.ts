import { Client } from 'pg'
import { databaseUrl } from '../harness/database.ts'
import type { Site } from '../harness/site.ts'

/** Ends a script and an attribute, and runs where it is read as markup. */
const MARKUP = '"></script><img src=x onerror=planted=1>'

/** Columns that hold words of people or of the programme, in whichever table they are. */
const WORDS = [
  'title',
  'subtitle',
  'name',
  'label',
  'link_label',
  'excerpt',
  'description',
  'question',
  'alt',
  'image_alt',
  'cover_alt',
  'photo_alt',
  'credit',
  'bio',
  'outlet',
  'grouping',
  'first_name',
  'last_name',
  'company',
  'school',
  'address',
  'city',
  'job_title',
  'holder',
  'note',
  'reason',
  'detail',
  'correction_note',
  'dismissed_reason',
  'jury_statement',
  'comment_private',
  'comment_entrant',
  'comment_reason',
  'winning_info',
  'affiliations',
  'phrases',
  'original_name',
  'user_agent',
  'answers',
  'billing',
  'evidence',
]
/** Records that nobody can change, tables in which a name is a key, and codes. */
const LEFT_OUT =
  /^(account_rights|audit_log|mfe_\w+|migrations|jobs|result_\w+|score_events)\.|^conflicts\.evidence$/
/** Answers of a form that are no free text. */
const FIXED = ['completion_date', 'website_url', 'video_url', 'location_country', 'country']
const FIXED_TOO = ['kind', 'email', 'postal_code', 'file_id']
/** As short as the narrowest field of a form asks for. */
const KEPT = 30

/** Every string of a JSON value gets the markup; keys, numbers and fixed answers stay. */
const MARKED = `
  create function pg_temp.marked(value text) returns text language sql as
    $$ select left(value, ${KEPT}) || '${MARKUP}' $$;
  create function pg_temp.marked(value text[]) returns text[] language sql as
    $$ select array_agg(pg_temp.marked(one)) from unnest(value) one $$;
  create function pg_temp.marked(value jsonb) returns jsonb language sql as $$
    select case jsonb_typeof(value)
      when 'string' then to_jsonb(pg_temp.marked(value #>> '{}'))
      when 'object' then (select coalesce(jsonb_object_agg(key, case
        when key = any('{${[...FIXED, ...FIXED_TOO].join()}}') then one
        else pg_temp.marked(one) end), '{}') from jsonb_each(value) pairs(key, one))
      when 'array' then (select coalesce(jsonb_agg(pg_temp.marked(one)), '[]')
        from jsonb_array_elements(value) ones(one))
      else value end $$`

/** Writes the markup after every text of the database; gives the columns that hold it now. */
export async function plantMarkup(site: Site): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl(site) })
  await client.connect()
  try {
    await client.query(MARKED)
    const columns = (await wordColumns(client)).filter((column) => !LEFT_OUT.test(column))
    for (const place of columns) {
      const [table, column] = place.split('.')
      await client.query(
        `update ${table} set ${column} = pg_temp.marked(${column}) where ${column} is not null`,
      )
    }
    return columns
  } finally {
    await client.end()
  }
}

async function wordColumns(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ place: string }>(
    `select format('%I.%I', table_name, column_name) as place
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = any($1)
     order by 1`,
    [WORDS],
  )
  return rows.map(({ place }) => place)
}
