-- Who of those that admit looks at an entry; whoever is named, every one of them may decide.
create table admission_assignees (
  apply_order_id bigint primary key references apply_orders (id) on delete cascade,
  user_id        bigint not null references users (id) on delete cascade,
  assigned_by    bigint references users (id) on delete set null,
  assigned_at    timestamptz not null default now()
);
create index admission_assignees_by_person on admission_assignees (user_id, apply_order_id);
create index admission_assignees_by_giver on admission_assignees (assigned_by);
