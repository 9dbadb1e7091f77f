import type { Site } from '../harness/site.ts'
import { query } from '../harness/database.ts'

type OfSite = Pick<Site, 'dataDir'>

/** The judging number of the planted entry on which the jury is divided. */
export const SPLIT = '#Q1'

/** Adds jurors of the first level who know every category, as copies of one who has signed: `Guest Juror 1` and so on. */
export async function plantJurors(site: OfSite, count: number) {
  await query(
    site,
    `with guests as materialized (
      select n, new_id() as user_id, new_id() as juror_id, person, to_jsonb(juror) as juror
      from generate_series(1, $1::int) as n, users person join jurors juror on juror.user_id = person.id
      where person.email = 'matteo.ferrante@jury.example.org'),
    people as (
      insert into users (id, email, password_hash, first_name, last_name, identity, language, country, email_verified_at,
        terms_accepted_at, terms_version)
      select user_id, 'guest' || n || '@jury.example.org', (person).password_hash, (person).first_name,
        (person).last_name, (person).identity, (person).language, (person).country, (person).email_verified_at,
        (person).terms_accepted_at, (person).terms_version from guests),
    seats as (
      insert into jurors select made.* from guests, jsonb_populate_record(null::jurors, guests.juror
        || jsonb_build_object('id', guests.juror_id, 'user_id', guests.user_id, 'slug', 'guest-' || n,
          'name', 'Guest Juror ' || n)) made)
    insert into juror_categories (juror_id, category_id)
    select guests.juror_id, categories.id from guests, categories`,
    [count],
  )
}

/**
 * Scores every open seat of the planted entries, but those of one juror: around 70, with a scale of each juror's own,
 * and of the split entry one vote far below the others. Totals only.
 */
export async function plantVotes(site: OfSite, given: { level: 2 | 3; except?: string }) {
  await query(
    site,
    `with open as (
      select seat.id, seat.apply_order_id, seat.juror_id, entry.judging_no = $3 and seat.juror_id = min(seat.juror_id)
        over (partition by seat.apply_order_id) as is_far, substr(entry.judging_no, 3)::int as n, seat.juror_id % 7 as own
      from assignments seat
      join apply_orders entry on entry.id = seat.apply_order_id
      join jurors juror on juror.id = seat.juror_id
      where entry.judging_no like '#Q%' and seat.level = $1 and seat.status < 3 and juror.name <> $2),
    scored as (
      update assignments seat set status = 3 from open where open.id = seat.id)
    insert into scores (apply_order_id, juror_id, level, total, is_draft, submitted_at)
    select apply_order_id, juror_id, $1,
      case when is_far then 40 else 66 + n % 9 + own / 2.0 end, false, now() from open`,
    [given.level, given.except ?? '', SPLIT],
  )
}
