-- Backups that were made of this database, so that the site can say how old the newest is.
create table backups (
  id          text primary key,
  started_at  timestamptz not null,
  finished_at timestamptz not null,
  rows        bigint not null,
  files       bigint not null,
  bytes       bigint not null,
  missing     integer not null
);

-- Documents that were drawn and are kept for a while; they can be drawn again at any time.
create table drawn_documents (
  storage_key text primary key,
  drawn_at    timestamptz not null
);
create index drawn_documents_by_age on drawn_documents (drawn_at);
