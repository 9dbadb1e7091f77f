-- Releases of the remotes, the channels they are deployed to, and who did what. The files of a release
-- lie in the storage; a release exists when its row does, so a broken upload leaves nothing to be seen.

create table mfe_releases (
  name         text not null check (name ~ '^mf-[a-z]{2,30}$'),
  version      text not null,
  -- sha256 over the sorted paths and digests: the same bytes published again are the same release.
  digest       text not null,
  -- sha384 of the manifest's bytes, as discovery gives it.
  integrity    text not null,
  manifest     jsonb not null,
  -- path in the folder → {bytes, integrity}
  files        jsonb not null,
  routes       jsonb not null,
  preview      boolean not null default false,
  commit       text,
  published_by text not null,
  published_at timestamptz not null,
  -- Set when retention has removed the files; the version can never be published again.
  removed_at   timestamptz,
  primary key (name, version)
);

-- What each channel gives at present.
create table mfe_deployments (
  channel  text not null check (channel in ('production', 'staging')),
  name     text not null,
  revision integer not null,
  -- [{version, traffic, default}]
  versions jsonb not null,
  -- Versions that were rolled back and are not deployed.
  withdrawn jsonb not null default '[]',
  primary key (channel, name)
);

-- Everything that was done or refused. The history of a channel is the rows with a revision.
create table mfe_audit (
  id       bigint primary key default new_id(),
  at       timestamptz not null,
  actor    text not null,
  action   text not null check (action in
    ('publish', 'promote', 'propose', 'approve', 'rollback', 'remove', 'retire', 'token', 'shell', 'staff')),
  outcome  text not null check (outcome in ('done', 'refused')),
  name     text,
  channel  text,
  revision integer,
  -- What was asked for and what stood there before; for a publication the version.
  detail   jsonb not null default '{}',
  reason   text not null default ''
);
create index mfe_audit_by_channel on mfe_audit (channel, at desc);
create unique index mfe_audit_revisions on mfe_audit (channel, name, revision) where revision is not null;
create function mfe_audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'mfe_audit is append-only';
end $$;
create trigger mfe_audit_append_only before update or delete on mfe_audit
  for each row execute function mfe_audit_is_append_only();

-- A deploy token is kept as its sha256. It belongs to one person and one remote, or to all (`*`).
create table mfe_tokens (
  id           bigint primary key default new_id(),
  hash         bytea not null unique,
  scope        text not null,
  owner        text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz
);

-- A promotion that waits for a second person.
create table mfe_proposals (
  channel     text not null,
  name        text not null,
  revision    integer not null,
  versions    jsonb not null,
  reason      text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  primary key (channel, name)
);

-- The shell that each channel's site runs, as it introduced itself at its start.
create table mfe_shells (
  channel       text primary key check (channel in ('production', 'staging')),
  version       text not null,
  release       jsonb not null,
  registered_at timestamptz not null
);

-- Loads of remotes in visitors' tabs (no person is named), and reports of the browsers' policies.
create table mfe_events (
  id               bigint primary key default new_id(),
  at               timestamptz not null,
  remote           text not null,
  version          text,
  phase            text not null,
  kind             text,
  outcome          text not null,
  fallback_version text,
  event            jsonb not null
);
create index mfe_events_by_remote on mfe_events (remote, version, at desc);
create index mfe_events_by_time on mfe_events (at);

create table mfe_reports (
  id        bigint primary key default new_id(),
  at        timestamptz not null,
  directive text not null,
  blocked   text not null,
  remote    text,
  version   text,
  report    jsonb not null
);
create index mfe_reports_by_time on mfe_reports (at);

-- A link that makes its opener staff for some hours; used once.
create table mfe_staff_links (
  hash       bytea primary key,
  owner      text not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
