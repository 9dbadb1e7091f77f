import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jurorLetter } from '../jury/scoring/juror-alias.ts'
import type { ExportRow } from './export.repository.ts'

/** What the jury wrote about a person, and what a juror has written and been told. */
export const exportJuryRepository = (db: Db) => {
  const rows = async (query: RawBuilder<unknown>): Promise<ExportRow[]> =>
    (await (query as RawBuilder<ExportRow>).execute(db)).rows

  return {
    /**
     * Comments meant for the entrant, once the results are out; the letters are those of the score sheet.
     * What was written about a person is that person's data, so this copy has also what nobody has released.
     */
    comments: (userId: string, secret: string) =>
      rows(sql`
        select e.entry_no, case when score.level = 2 then 'first' else 'second' end as level,
          'Juror ' || ${jurorLetter(secret)} as juror,
          score.total, score.comment_entrant as comment, score.submitted_at::date as day,
          (select jsonb_object_agg(c.code, i.value) from score_items i
            join criteria c on c.id = i.criterion_id where i.score_id = score.id) as criteria
        from scores score
        join apply_orders e on e.id = score.apply_order_id
        join editions ed on ed.id = e.edition_id
        where e.user_id = ${userId} and not score.is_draft and ed.status >= 4
        order by e.entry_no, level, juror`),

    juror: (userId: string) =>
      rows(sql`
        select slug, level, name, title, company, country, bio, is_president, show_public, capabilities,
          email_domains, affiliations, agreement_signed_at, is_active,
          array(select c.code from juror_categories k join categories c on c.id = k.category_id
            where k.juror_id = jurors.id order by c.code) as categories
        from jurors where user_id = ${userId}`),

    assignments: (userId: string) =>
      rows(sql`
        select e.judging_no, t.level, t.status, t.due_at, t.created_at, t.updated_at
        from assignments t join jurors j on j.id = t.juror_id
        join apply_orders e on e.id = t.apply_order_id
        where j.user_id = ${userId} order by t.created_at, t.id`),

    scores: (userId: string) =>
      rows(sql`
        select e.judging_no, s.level, s.total, s.comment_entrant, s.comment_private, s.is_draft,
          s.submitted_at, s.updated_at,
          (select jsonb_object_agg(c.code, i.value) from score_items i
            join criteria c on c.id = i.criterion_id where i.score_id = s.id) as criteria
        from scores s join jurors j on j.id = s.juror_id
        join apply_orders e on e.id = s.apply_order_id
        where j.user_id = ${userId} order by s.updated_at, s.id`),

    conflicts: (userId: string) =>
      rows(sql`
        select e.judging_no, k.type, case when k.source = 'self' then k.note end as note, k.source, k.at
        from conflicts k join jurors j on j.id = k.juror_id
        join apply_orders e on e.id = k.apply_order_id
        where j.user_id = ${userId} order by k.at, k.id`),

    decisions: (userId: string) =>
      rows(sql`
        select e.judging_no, d.kind, a.code as award, d.reason, d.at
        from decisions d join apply_orders e on e.id = d.apply_order_id
        left join award_levels a on a.id = d.award_id
        where d.by_user_id = ${userId} order by d.at, d.id`),
  }
}
