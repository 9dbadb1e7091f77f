-- Identifiers are decimal strings in JSON: milliseconds since 2020 and a running number, so that they
-- sort by age and two servers never clash.
create sequence id_sequence as bigint minvalue 0 maxvalue 1048575 cycle;
create function new_id() returns bigint language sql volatile as $$
  select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1577836800000) * 1048576
         + nextval('id_sequence')
$$;

-- E-mail addresses are stored in lower case; the application lowers what it is given.
create table users (
  id                   bigint primary key default new_id(),
  email                text not null,
  password_hash        text not null,
  identity             smallint not null default 0
                       constraint users_identity_known check (identity between 0 and 3),
  account_type         smallint not null default 1
                       constraint users_account_type_known check (account_type between 1 and 4),
  first_name           text not null,
  last_name            text not null,
  company              text,
  school               text,
  graduation_year      integer,
  country              text constraint users_country_iso2 check (country ~ '^[A-Z]{2}$'),
  area_code            text,
  phone                text,
  address              text,
  postal_code          text,
  city                 text,
  language             text not null default 'en'
                       constraint users_language_known check (language in ('en', 'fr', 'zh')),
  siren                text,
  vat_no               text,
  vat_validated_at     timestamptz,
  tax_id               text,
  is_agent             boolean not null default false,
  invitation_code_used text,
  agent_code_used      text,
  terms_version        text,
  terms_accepted_at    timestamptz,
  newsletter_opt_in_at timestamptz,
  email_verified_at    timestamptz,
  status               text not null default 'active'
                       constraint users_status_known check (status in ('active', 'locked', 'erased')),
  last_login_at        timestamptz,
  created_at           timestamptz not null default now(),
  constraint users_email_unique unique (email),
  constraint users_email_lower check (email = lower(email))
);

-- Only the SHA-256 of a token is kept; a row without `revoked_at` and before `expires_at` is a session.
create table sessions (
  id           bigint primary key default new_id(),
  user_id      bigint not null references users (id) on delete cascade,
  token_hash   bytea not null,
  user_agent   text,
  ip_hash      text,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  constraint sessions_token_hash_unique unique (token_hash)
);
create index sessions_by_user on sessions (user_id);

-- Codes by e-mail: hashed, single use, bound to address and purpose.
create table email_codes (
  id         bigint primary key default new_id(),
  email      text not null,
  scene      text not null constraint email_codes_scene_known check (scene in ('register', 'reset')),
  code_hash  bytea not null,
  tries      smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index email_codes_by_address on email_codes (email, scene, created_at desc);

-- Counters of rate-limiter-flexible.
create table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Mail leaves after the transaction that caused it; a row without `sent_at` is still to be sent.
create table mail_outbox (
  id              bigint primary key default new_id(),
  recipient       text not null,
  template        text not null,
  language        text not null,
  params          jsonb not null default '{}',
  -- One mail for one fact, however often the fact is reported.
  dedupe_key      text constraint mail_outbox_dedupe_key_unique unique,
  attempts        smallint not null default 0,
  last_error      text,
  next_attempt_at timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  sent_at         timestamptz
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null;

-- Who did what to which row, and why. Rows are never changed.
create table audit_log (
  id         bigint primary key default new_id(),
  actor_id   bigint references users (id),
  actor_role text not null,
  action     text not null,
  subject    text not null,
  before     jsonb,
  after      jsonb,
  reason     text,
  at         timestamptz not null default now()
);
create index audit_log_by_subject on audit_log (subject, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
