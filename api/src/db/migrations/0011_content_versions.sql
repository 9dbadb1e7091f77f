-- The text of editors as they wrote it, so that what is live can be written back to files.
alter table blocks add column markdown jsonb;
alter table articles add column markdown jsonb;
alter table faqs add column markdown jsonb;
alter table policies add column markdown jsonb;
alter table regulation_chapters add column markdown jsonb;
alter table categories add column image_alt jsonb;
-- Where the picture lies as it was given; the site itself shows only what was made from it.
alter table stored_files add column source_key text;

-- What is prepared today may appear, and disappear, by itself.
alter table blocks add column starts_at timestamptz, add column ends_at timestamptz;
alter table faqs add column starts_at timestamptz, add column ends_at timestamptz;
alter table banners add constraint banners_start_before_end check (starts_at < ends_at);
alter table blocks add constraint blocks_start_before_end check (starts_at < ends_at);
alter table faqs add constraint faqs_start_before_end check (starts_at < ends_at);

-- The latest version whose day has come is in force. Earlier ones stay: entrants have accepted them.
create table regulation_versions (
  id           bigint primary key default new_id(),
  version      text not null constraint regulation_versions_version_unique unique,
  effective_at date not null,
  pdf_url      text
);
create trigger announce_public_change after insert or update or delete or truncate on regulation_versions
  for each statement execute function announce_public_change();

insert into regulation_versions (version, effective_at, pdf_url)
select document ->> 'version', (document ->> 'effective_at')::date, document ->> 'pdf_url'
from site_documents where code = 'regulations';
insert into regulation_versions (version, effective_at)
select '1', current_date
where exists (select from regulation_chapters) and not exists (select from regulation_versions);
delete from site_documents where code = 'regulations';

alter table regulation_chapters
  add column version text constraint regulation_chapters_version_known
    references regulation_versions (version) on update cascade on delete cascade;
update regulation_chapters set version = (select version from regulation_versions);
alter table regulation_chapters
  alter column version set not null,
  drop constraint regulation_chapters_number_unique,
  add constraint regulation_chapters_number_unique unique (version, number);

-- A calendar is moved row by row and has to be right at the end, not at each step.
alter table phases
  drop constraint phases_do_not_overlap,
  add constraint phases_do_not_overlap exclude using gist
    (edition_id with =, tstzrange(starts_at, ends_at) with &&) deferrable initially immediate;
alter table fee_periods
  drop constraint fee_periods_do_not_overlap,
  add constraint fee_periods_do_not_overlap exclude using gist
    (edition_id with =, tstzrange(starts_at, ends_at) with &&) deferrable initially immediate;
