-- People at the organiser's desk: found by what they are called, by either order of their names.
alter table users
  -- An organiser has corrected the address; the next sign-in proves it with a code.
  add column email_corrected_at timestamptz,
  add column search_words text generated always as (folded(first_name || ' ' || last_name || ' ' || first_name
    || E'\n' || last_name || first_name || E'\n' || email || E'\n' || coalesce(company, ''))) stored;
create index users_search_words on users using gin (search_words gin_trgm_ops) where status <> 'erased';
create index users_newest on users (created_at desc, id desc) where status <> 'erased';
create index apply_orders_search_words on apply_orders using gin (folded(entry_no || E'\n' || title) gin_trgm_ops);
create index mail_outbox_by_recipient on mail_outbox (recipient, created_at desc);

-- A session in which an organiser sees the site as its user, and changes nothing.
alter table sessions add column seen_by bigint references users (id) on delete cascade;
create index sessions_seen_by on sessions (seen_by) where seen_by is not null;

-- The log is read from its end, all of it or what one person did.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc, id desc);
