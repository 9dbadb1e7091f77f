-- What each release did, by minute: counts alone, without anything about a visit or a person.
create table release_figures (
  minute  timestamptz not null,
  channel text not null check (channel in ('production', 'staging')),
  -- Host of the site, since several sites may share a registry.
  site    text not null,
  name    text not null,
  version text not null,
  figure  text not null,
  -- Class of a measured value, or the call that failed; empty for plain counts.
  part    text not null default '',
  count   integer not null,
  primary key (name, channel, version, minute, site, figure, part)
);
create index release_figures_by_minute on release_figures (minute);

-- A canary that judges itself. It stands here alone, so a restart goes on where it was.
create table mfe_rollouts (
  id         bigint primary key default new_id(),
  channel    text not null check (channel in ('production', 'staging')),
  name       text not null,
  version    text not null,
  -- The release beside it, which gets the traffic back.
  baseline   text not null,
  state      text not null check (state in ('running', 'done', 'stopped', 'replaced')),
  traffic    integer not null,
  min_views  integer not null,
  -- The revision that the rollout made; another one means that somebody took over.
  revision   integer not null,
  started_by text not null,
  started_at timestamptz not null,
  step_since timestamptz not null,
  judged_at  timestamptz,
  verdict    jsonb
);
create unique index mfe_rollouts_running on mfe_rollouts (channel, name) where state = 'running';
create index mfe_rollouts_newest on mfe_rollouts (channel, name, started_at desc);

-- A proposal may be for a rollout that judges itself.
alter table mfe_proposals add column canary jsonb;

-- Who is told of a release that was stopped, by remote or for all (`*`).
create table mfe_owners (
  name           text primary key,
  mail           text,
  webhook_url    text,
  -- `whsec_…` of Standard Webhooks, shown once.
  webhook_secret text,
  check (mail is not null or webhook_url is not null),
  check ((webhook_url is null) = (webhook_secret is null))
);

-- Outbox: commits with the change that it reports.
create table mfe_notices (
  id         bigint primary key default new_id(),
  kind       text not null check (kind in ('mail', 'webhook')),
  target     text not null,
  secret     text,
  payload    jsonb not null,
  created_at timestamptz not null,
  run_at     timestamptz not null,
  attempts   integer not null default 0,
  sent_at    timestamptz,
  last_error text
);
create index mfe_notices_waiting on mfe_notices (run_at) where sent_at is null;

alter table mfe_audit drop constraint mfe_audit_action_check;
alter table mfe_audit add constraint mfe_audit_action_check check (action in
  ('publish', 'promote', 'propose', 'approve', 'rollback', 'remove', 'retire', 'token', 'shell', 'staff',
   'advance', 'stop', 'owner'));
