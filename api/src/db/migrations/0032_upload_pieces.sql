-- What has arrived of uploads that are not whole yet. The bytes of a piece lie in the storage under a key of
-- their own, so that every process of the site can go on with an upload. Nothing refers to an announced file:
-- what is left of one that was forgotten has to be found, and its bytes removed.
create table upload_pieces (
  upload_hash bytea not null,
  start bigint not null check (start >= 0),
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  written_at timestamptz not null default now(),
  primary key (upload_hash, start)
);
