create table projects (
  id         bigint primary key default new_id(),
  user_id    bigint not null references users (id),
  title      text not null default '',
  -- Answers a repeated creation with its first result.
  idempotency_key uuid,
  created_at timestamptz not null default now(),
  constraint projects_idempotency_unique unique (user_id, idempotency_key)
);

-- An entry is one project in one category. `answers` holds the form; what lists filter or sort by is
-- a column. `version` is raised by every write; a writer names the version it read.
create table apply_orders (
  id                bigint primary key default new_id(),
  entry_no          text not null constraint apply_orders_entry_no_unique unique,
  judging_no        text not null,
  edition_id        bigint not null references editions (id),
  project_id        bigint not null references projects (id),
  user_id           bigint not null references users (id),
  section_id        bigint not null references sections (id),
  category_id       bigint not null references categories (id),
  title             text not null default '',
  country           text,
  answers           jsonb not null default '{}',
  entry_status      smallint not null default 0
                    constraint apply_orders_entry_status_known
                    check (entry_status in (0, 10, 20, 25, 30, 40, 50, 60, 61, 90, 91)),
  entry_fee_status  smallint not null default 0
                    constraint apply_orders_entry_fee_status_known check (entry_fee_status between 0 and 6),
  winner_fee_status smallint not null default 0
                    constraint apply_orders_winner_fee_status_known check (winner_fee_status between 0 and 9),
  is_show           boolean not null default false,
  award_id          bigint references award_levels (id),
  decision_status   smallint not null default 0
                    constraint apply_orders_decision_status_known check (decision_status between 0 and 6),
  decision_version  integer not null default 0,
  divergence_closed_at timestamptz,
  jury_statement    jsonb,
  winning_info      jsonb,
  package_code      text,
  offer_expires_at  timestamptz,
  invitation_code   text,
  agent_code        text,
  step_completed    smallint not null default 1,
  version           integer not null default 1,
  correction_note   text,
  correction_due_at timestamptz,
  submitted_at      timestamptz,
  paid_at           timestamptz,
  withdrawn_at      timestamptz,
  published_at      timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint apply_orders_judging_no_unique unique (edition_id, judging_no),
  constraint apply_orders_shown_is_awarded check (not is_show or entry_status = 60),
  constraint apply_orders_submitted_at_set check (entry_status in (0, 90, 91) or submitted_at is not null),
  constraint apply_orders_awarded_has_level check (entry_status <> 60 or award_id is not null)
);
-- One entry of a project per category, as long as it stands.
create unique index apply_orders_once_per_category on apply_orders (project_id, category_id)
  where entry_status not in (90, 91);
create index apply_orders_by_user on apply_orders (user_id, updated_at desc);
create index apply_orders_by_edition on apply_orders (edition_id, category_id, entry_status);
create index apply_orders_public on apply_orders (edition_id, award_id) where is_show;

-- Running number of an edition's entries in one category, for `entry_no`.
create table entry_counters (
  edition_id  bigint not null references editions (id) on delete cascade,
  category_id bigint not null references categories (id) on delete cascade,
  last        integer not null default 0,
  primary key (edition_id, category_id)
);

create table entry_files (
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  file_id        bigint not null references stored_files (id),
  kind           text not null
                 constraint entry_files_kind_known check (kind in ('cover', 'image', 'drawing', 'pdf')),
  sort           smallint not null default 0,
  alt            text not null default '',
  credit         text,
  primary key (apply_order_id, file_id)
);
create unique index entry_files_one_cover on entry_files (apply_order_id) where kind = 'cover';

-- What happened to an entry, for the timeline that the entrant sees.
create table entry_events (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  code           text not null,
  detail         text,
  at             timestamptz not null default now()
);
create index entry_events_by_entry on entry_events (apply_order_id, at);
