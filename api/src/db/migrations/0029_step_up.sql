-- Codes for jurors: at sign-in on a device that is not known, and before the gravest acts.
alter table email_codes drop constraint email_codes_scene_known;
alter table email_codes add constraint email_codes_scene_known
  check (scene in ('register', 'reset', 'change_email', 'sign_in', 'step_up'));

-- When a code by e-mail last stood for the person of this session.
alter table sessions add column proven_at timestamptz;

-- Browsers that need no code at sign-in; only the SHA-256 of what they show is kept.
create table trusted_devices (
  id           bigint primary key default new_id(),
  user_id      bigint not null references users (id) on delete cascade,
  token_hash   bytea not null constraint trusted_devices_token_hash_unique unique,
  user_agent   text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null
);
create index trusted_devices_by_user on trusted_devices (user_id);
