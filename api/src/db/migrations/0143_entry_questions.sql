-- Questions that the programme adds to the entry form, as they are asked now. Their codes are the keys of
-- apply_orders.answers -> 'questions'; texts are by language.
create table entry_questions (
  code       text primary key,
  kind       text not null,
  label      jsonb not null,
  help       jsonb,
  sections   text[] not null default '{}',
  categories text[] not null default '{}',
  required   boolean not null,
  minimum    double precision,
  maximum    double precision,
  choices    jsonb not null default '[]',
  jurors     text not null check (jurors in ('hidden', 'redacted', 'shown')),
  public     boolean not null,
  sort       integer not null
);

-- A form as it stood when an entry was handed in, by the hash of its questions: what was asked then is what is shown,
-- checked and judged, whatever the programme asks of others since.
create table entry_forms (
  hash       text primary key,
  questions  jsonb not null,
  created_at timestamptz not null
);

-- Null for a draft, which is asked what the programme asks now, and for entries of before.
alter table apply_orders add column form_hash text references entry_forms (hash);
