create table jurors (
  id                  bigint primary key default new_id(),
  user_id             bigint constraint jurors_user_unique unique references users (id),
  slug                text not null constraint jurors_slug_unique unique,
  level               smallint not null constraint jurors_level_known check (level between 1 and 3),
  name                text not null,
  title               jsonb not null,
  company             text,
  country             text not null,
  bio                 jsonb not null,
  photo_file_id       bigint references stored_files (id),
  photo_alt           jsonb,
  is_president        boolean not null default false,
  show_public         boolean not null default true,
  sort                smallint not null default 0,
  capabilities        text[] not null default '{}',
  email_domains       text[] not null default '{}',
  affiliations        text[] not null default '{}',
  agreement_signed_at timestamptz,
  is_active           boolean not null default true
);

-- Categories of a juror's panel; also the expertise by which assignments are proposed.
create table juror_categories (
  juror_id    bigint not null references jurors (id) on delete cascade,
  category_id bigint not null references categories (id) on delete cascade,
  primary key (juror_id, category_id)
);

create table assignments (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  juror_id       bigint not null references jurors (id),
  level          smallint not null constraint assignments_level_known check (level in (2, 3)),
  status         smallint not null default 0
                 constraint assignments_status_known check (status between 0 and 6),
  assigned_by    bigint references users (id),
  due_at         timestamptz,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint assignments_once unique (apply_order_id, juror_id, level)
);
create index assignments_by_juror on assignments (juror_id, level, status);

-- A conflict hides the entry from the juror everywhere and blocks an assignment.
create table conflicts (
  id             bigint primary key default new_id(),
  juror_id       bigint not null references jurors (id) on delete cascade,
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  type           text not null
                 constraint conflicts_type_known check (type in
                 ('collaborator', 'employer', 'family', 'financial', 'competitor', 'referral', 'other', 'administrative')),
  source         text not null
                 constraint conflicts_source_known check (source in ('self', 'system', 'organiser')),
  is_pinned      boolean not null default false,
  note           text not null default '',
  at             timestamptz not null default now(),
  constraint conflicts_once unique (juror_id, apply_order_id)
);

-- One score of a juror per entry and level; `version` guards against a stale tab.
create table scores (
  id              bigint primary key default new_id(),
  apply_order_id  bigint not null references apply_orders (id) on delete cascade,
  juror_id        bigint not null references jurors (id),
  level           smallint not null constraint scores_level_known check (level in (2, 3)),
  total           numeric(5, 2) not null constraint scores_total_range check (total between 0 and 100),
  comment_private text not null default '',
  comment_entrant text not null default '',
  is_draft        boolean not null default true,
  version         integer not null default 1,
  submitted_at    timestamptz,
  updated_at      timestamptz not null default now(),
  constraint scores_once unique (apply_order_id, juror_id, level),
  constraint scores_submitted_at_set check (is_draft or submitted_at is not null)
);
create index scores_submitted on scores (apply_order_id, level) where not is_draft;

create table score_items (
  score_id     bigint not null references scores (id) on delete cascade,
  criterion_id bigint not null references criteria (id),
  value        numeric(3, 1) not null
               constraint score_items_half_points check (value between 0 and 20 and value * 2 = floor(value * 2)),
  primary key (score_id, criterion_id)
);

-- Every saved score, for the record.
create table score_events (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null,
  juror_id       bigint not null,
  level          smallint not null,
  total          numeric(5, 2) not null,
  items          jsonb not null,
  is_draft       boolean not null,
  at             timestamptz not null default now()
);
create trigger score_events_append_only before update or delete on score_events
  for each row execute function refuse_change();

create table decisions (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  level          smallint not null,
  kind           text not null constraint decisions_kind_known check (kind in
                 ('recommend', 'award', 'confirm', 'decline', 'clear', 'publish', 'revoke')),
  award_id       bigint references award_levels (id),
  by_user_id     bigint references users (id),
  reason         text not null default '',
  at             timestamptz not null default now()
);
create index decisions_by_entry on decisions (apply_order_id, at);

create table codes (
  id          bigint primary key default new_id(),
  code        text not null constraint codes_code_unique unique,
  kind        text not null constraint codes_kind_known check (kind in ('juror_invite', 'entrant_invite', 'agent')),
  label       text not null default '',
  owner_id    bigint references users (id),
  edition_id  bigint references editions (id),
  discount_percent smallint not null default 0
              constraint codes_discount_range check (discount_percent between 0 and 100),
  valid_from  timestamptz,
  valid_until timestamptz,
  max_uses    integer,
  redeemed    integer not null default 0,
  bound_email text,
  is_active   boolean not null default true,
  note        text not null default '',
  constraint codes_not_overused check (max_uses is null or redeemed <= max_uses)
);
