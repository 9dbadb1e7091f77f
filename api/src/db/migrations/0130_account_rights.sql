-- What an account may do for the programme beside its identity. The audit log keeps who gave and took it.
create table account_rights (
  user_id  bigint not null references users (id) on delete cascade,
  name     text not null constraint account_rights_known check (name in ('organise', 'admit')),
  given_by bigint references users (id) on delete set null,
  given_at timestamptz not null default now(),
  primary key (user_id, name)
);
create index account_rights_by_giver on account_rights (given_by);
