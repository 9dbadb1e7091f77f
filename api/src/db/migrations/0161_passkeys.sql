-- Passkeys (WebAuthn): the public key of a device, which signs a challenge of the site. Nothing secret is kept.
create table passkeys (
  id            bigint primary key default new_id(),
  user_id       bigint not null references users (id) on delete cascade,
  credential_id bytea not null constraint passkeys_credential_unique unique,
  -- COSE key.
  public_key    bytea not null,
  -- Uses of the device as it counts them; 0 where it does not count.
  counter       bigint not null constraint passkeys_counter_unsigned check (counter between 0 and 4294967295),
  transports    text[] not null default '{}',
  -- The device may copy it to others of its owner, and has.
  may_back_up   boolean not null,
  is_backed_up  boolean not null,
  name          text not null constraint passkeys_name_given check (name <> ''),
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  -- The counter went backwards: a copy may be about.
  stopped_at    timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Random values that a device signs once; only the SHA-256 is kept.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose        text not null constraint passkey_challenges_purpose_known
                 check (purpose in ('register', 'sign_in', 'step_up')),
  user_id        bigint references users (id) on delete cascade,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  constraint passkey_challenges_of_account check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id) where user_id is not null;
