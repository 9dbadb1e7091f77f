-- Sign-in by OpenID Connect. An account is known by issuer and subject, never by an address that a provider names.
create table oidc_identities (
  id           bigint primary key default new_id(),
  user_id      bigint not null references users (id) on delete cascade,
  issuer       text not null,
  subject      text not null constraint oidc_identities_subject_length check (length(subject) between 1 and 255),
  -- The address that the provider named when the identity was linked: for its owner to know it again.
  email        text,
  linked_at    timestamptz not null,
  last_used_at timestamptz,
  constraint oidc_identities_unique unique (issuer, subject)
);
create index oidc_identities_by_user on oidc_identities (user_id);

-- One sign-in at a provider, from the press to its end. Only SHA-256 of the state and of the browser's cookie are kept;
-- nonce and code verifier are made of both, so that the row tells neither. No token of a provider is kept.
create table oidc_attempts (
  state_hash     bytea primary key,
  browser_hash   bytea not null,
  provider       text not null,
  -- The account that links an identity; null for a sign-in.
  user_id        bigint references users (id) on delete cascade,
  redirect       text,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  -- The state came back: it is good for nothing any more.
  returned_at    timestamptz,
  -- Why the answer of the provider was refused.
  refusal        text,
  issuer         text,
  subject        text,
  email          text,
  email_verified boolean not null default false,
  first_name     text,
  last_name      text,
  -- What the answer was for has been done.
  done_at        timestamptz,
  constraint oidc_attempts_identity check ((issuer is null) = (subject is null))
);
create index oidc_attempts_by_browser on oidc_attempts (browser_hash, created_at);
create index oidc_attempts_by_expiry on oidc_attempts (expires_at);
create index oidc_attempts_by_user on oidc_attempts (user_id) where user_id is not null;

-- An account that was opened by way of a provider has none until its owner chooses one.
alter table users add column has_password boolean not null default true;
