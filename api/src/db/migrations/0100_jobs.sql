-- Work that outlives a request. A row commits with its cause and is deleted when the work is done; a
-- lease that ended belongs to a process that was killed.
create table jobs (
  id           bigint primary key default new_id(),
  name         text not null,
  -- One waiting job of a name and key.
  key          text,
  payload      jsonb not null default '{}',
  run_at       timestamptz not null,
  leased_until timestamptz,
  attempts     integer not null default 0,
  -- Raised when the job is asked for again while it runs, so that it runs once more.
  version      integer not null default 1,
  last_error   text,
  created_at   timestamptz not null default now()
);
create unique index jobs_once on jobs (name, key) where key is not null;
create index jobs_due on jobs (run_at);
