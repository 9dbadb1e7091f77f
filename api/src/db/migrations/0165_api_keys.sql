-- Keys of programs: each acts for one account, within its scopes. Only the SHA-256 of a key is kept.
create table api_keys (
  id           bigint primary key default new_id(),
  user_id      bigint not null references users (id) on delete cascade,
  name         text not null constraint api_keys_name_given check (name <> ''),
  -- The first characters, by which the owner knows it again.
  prefix       text not null,
  key_hash     bytea not null constraint api_keys_hash_unique unique,
  scopes       text[] not null constraint api_keys_scopes_given check (cardinality(scopes) > 0),
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- By the hour: the exact moment is nobody's business.
  last_used_at timestamptz,
  revoked_at   timestamptz,
  constraint api_keys_expire_later check (expires_at > created_at)
);
create index api_keys_by_user on api_keys (user_id);
