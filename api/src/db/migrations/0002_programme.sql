-- A season of the programme. Texts in several languages are objects {en, fr, zh}.
create table editions (
  id                   bigint primary key default new_id(),
  code                 text not null constraint editions_code_unique unique,
  name                 jsonb not null,
  year                 integer not null,
  season               smallint not null default 1,
  status               smallint not null default 0
                       constraint editions_status_known check (status between 0 and 5),
  opens_at             timestamptz not null,
  closes_at            timestamptz not null,
  results_at           timestamptz,
  results_published_at timestamptz,
  frozen_at            timestamptz,
  timezone             text not null default 'Europe/Paris',
  currency             text not null default 'EUR',
  rules_version        text not null default '1',
  created_at           timestamptz not null default now(),
  constraint editions_opens_before_close check (opens_at < closes_at),
  constraint editions_published_at_set check (status < 4 or results_published_at is not null)
);

create extension if not exists btree_gist;

-- Exactly one phase of an edition is the current one; `is_forced` marks one set by hand.
create table phases (
  id         bigint primary key default new_id(),
  edition_id bigint not null references editions (id) on delete cascade,
  phase      smallint not null constraint phases_phase_known check (phase between 0 and 9),
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  is_forced  boolean not null default false,
  constraint phases_once_per_edition unique (edition_id, phase),
  constraint phases_start_before_end check (starts_at < ends_at),
  constraint phases_do_not_overlap exclude using gist
    (edition_id with =, tstzrange(starts_at, ends_at) with &&)
);
create unique index phases_one_forced on phases (edition_id) where is_forced;

create table sections (
  id          bigint primary key default new_id(),
  code        text not null constraint sections_code_unique unique,
  name        jsonb not null,
  description jsonb not null,
  sort        smallint not null default 0
);

create table award_levels (
  id          bigint primary key default new_id(),
  code        text not null constraint award_levels_code_unique unique,
  name        jsonb not null,
  description jsonb not null,
  rank        smallint not null,
  colour      text not null,
  min_score   numeric(5, 2)
);

-- A stored file. `variants` maps a size to {key, width, height, mime, bytes}; `colour` is shown
-- until the picture is there. Public files have addresses without a signature.
create table stored_files (
  id            bigint primary key default new_id(),
  owner_id      bigint references users (id),
  purpose       text not null,
  status        text not null default 'awaiting'
                constraint stored_files_status_known check (status in ('awaiting', 'ready', 'refused')),
  is_public     boolean not null default false,
  original_name text not null,
  mime          text,
  bytes         bigint,
  width         integer,
  height        integer,
  colour        text,
  sha256        bytea,
  variants      jsonb not null default '{}',
  upload_token_hash bytea constraint stored_files_upload_token_unique unique,
  upload_expires_at timestamptz,
  created_at    timestamptz not null default now()
);
create index stored_files_by_sha256 on stored_files (sha256);
create index stored_files_by_owner on stored_files (owner_id);

create table categories (
  id               bigint primary key default new_id(),
  parent_id        bigint references categories (id),
  code             text not null constraint categories_code_unique unique,
  name             jsonb not null,
  description      jsonb not null,
  image_file_id    bigint references stored_files (id),
  sort             smallint not null default 0,
  is_active        boolean not null default true,
  min_images       smallint not null default 3,
  -- Codes of the sections that may enter; empty means all.
  sections_allowed text[] not null default '{}'
);

create table criteria (
  id          bigint primary key default new_id(),
  code        text not null constraint criteria_code_unique unique,
  name        jsonb not null,
  description jsonb not null,
  sort        smallint not null default 0
);

-- Weight of a criterion in a category; one where there is no row.
create table category_weights (
  category_id  bigint not null references categories (id) on delete cascade,
  criterion_id bigint not null references criteria (id) on delete cascade,
  weight       numeric(4, 2) not null constraint category_weights_positive check (weight > 0),
  primary key (category_id, criterion_id)
);

create table fee_periods (
  id         bigint primary key default new_id(),
  edition_id bigint not null references editions (id) on delete cascade,
  code       text not null,
  name       jsonb not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  constraint fee_periods_code_unique unique (edition_id, code),
  constraint fee_periods_do_not_overlap exclude using gist
    (edition_id with =, tstzrange(starts_at, ends_at) with &&)
);

create table fee_prices (
  period_id    bigint not null references fee_periods (id) on delete cascade,
  section_id   bigint not null references sections (id),
  kind         text not null constraint fee_prices_kind_known check (kind in ('first', 'additional')),
  amount_minor integer not null constraint fee_prices_not_negative check (amount_minor >= 0),
  primary key (period_id, section_id, kind)
);

create table winner_packages (
  id          bigint primary key default new_id(),
  code        text not null constraint winner_packages_code_unique unique,
  name        jsonb not null,
  description jsonb not null,
  sort        smallint not null default 0
);

create table winner_package_prices (
  edition_id   bigint not null references editions (id) on delete cascade,
  package_id   bigint not null references winner_packages (id),
  award_id     bigint not null references award_levels (id),
  amount_minor integer not null constraint winner_package_prices_not_negative check (amount_minor >= 0),
  primary key (edition_id, package_id, award_id)
);
