-- A new address is proven by a code as well.
alter table email_codes drop constraint email_codes_scene_known;
alter table email_codes add constraint email_codes_scene_known
  check (scene in ('register', 'reset', 'change_email'));

alter table users
  add column job_title text,
  -- The address for invoices, as the person last gave it.
  add column billing   jsonb,
  add column erased_at timestamptz;

-- What somebody agreed to or declined, one row for each word given; the newest of a kind holds.
create table consents (
  id      bigint primary key default new_id(),
  user_id bigint not null references users (id),
  kind    text not null constraint consents_kind_known
          check (kind in ('terms', 'newsletter', 'image_licence', 'consumer_waiver')),
  given   boolean not null,
  version text,
  -- The entry or order it was given for, where there is one.
  subject text,
  at      timestamptz not null default now()
);
create index consents_by_user on consents (user_id, kind, at desc);
create trigger consents_append_only before update or delete on consents
  for each row execute function refuse_change();

insert into consents (user_id, kind, given, version, at)
  select id, 'terms', true, terms_version, terms_accepted_at from users where terms_accepted_at is not null;
insert into consents (user_id, kind, given, at)
  select id, 'newsletter', true, newsletter_opt_in_at from users where newsletter_opt_in_at is not null;

-- A consumer's withdrawal from a contract, with the receipt that proves it.
create table withdrawals (
  id             bigint primary key default new_id(),
  reference      text not null constraint withdrawals_reference_unique unique,
  order_no       text not null constraint withdrawals_once_per_order unique references payment_orders (order_no),
  apply_order_id bigint not null references apply_orders (id),
  user_id        bigint not null references users (id),
  -- What the receipt says, frozen.
  document       jsonb not null,
  received_at    timestamptz not null
);
create index withdrawals_by_user on withdrawals (user_id, received_at desc);
create trigger withdrawals_append_only before update or delete on withdrawals
  for each row execute function refuse_change();

-- Copies of a person's data; the file goes when it expires.
create table data_exports (
  id           bigint primary key default new_id(),
  user_id      bigint not null references users (id) on delete cascade,
  status       text not null default 'preparing'
               constraint data_exports_status_known check (status in ('preparing', 'ready', 'failed')),
  requested_at timestamptz not null,
  ready_at     timestamptz,
  expires_at   timestamptz,
  storage_key  text,
  bytes        bigint
);
create unique index data_exports_one_at_a_time on data_exports (user_id) where status = 'preparing';
create index data_exports_by_user on data_exports (user_id, requested_at desc);

-- Sixty-four bits of how a picture looks; few bits differ between pictures that look alike.
alter table stored_files
  add column phash        bit(64),
  add column cropped_from bigint references stored_files (id) on delete set null;

-- What the chair should look at before an entry is admitted.
create table entry_warnings (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  kind           text not null constraint entry_warnings_kind_known check (kind in ('similar_picture')),
  detail         text not null,
  at             timestamptz not null default now(),
  constraint entry_warnings_once unique (apply_order_id, kind, detail)
);
