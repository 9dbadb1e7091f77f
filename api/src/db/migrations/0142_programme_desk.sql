-- Files of the programme as an organiser has edited them, before they are live. `base` is what was live when the
-- edit began, so that a later change by somebody else is merged by field; null stands for no file.
create table programme_drafts (
  file       text primary key,
  base       jsonb,
  draft      jsonb,
  changed_by bigint not null references users (id),
  changed_at timestamptz not null
);

-- What was made live and by whom, in order. A row of the desk keeps the files before and after, which undo needs; a row
-- of the command line marks the moment from which a folder knows what the desk had changed.
create table programme_versions (
  id         bigint generated always as identity primary key,
  source     text not null constraint programme_versions_source_known check (source in ('desk', 'files')),
  applied_by bigint references users (id),
  applied_at timestamptz not null,
  files      jsonb not null default '[]',
  changes    jsonb not null default '[]'
);
