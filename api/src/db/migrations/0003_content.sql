-- What editors publish. `code` or `slug` is the stable name by which programme files are applied.
create table banners (
  id              bigint primary key default new_id(),
  code            text not null constraint banners_code_unique unique,
  position        text not null,
  title           jsonb not null,
  subtitle        jsonb,
  image_file_id   bigint references stored_files (id),
  mobile_file_id  bigint references stored_files (id),
  alt             jsonb,
  link            text,
  link_label      jsonb,
  sort            smallint not null default 0,
  starts_at       timestamptz,
  ends_at         timestamptz
);

create table blocks (
  id            bigint primary key default new_id(),
  code          text not null constraint blocks_code_unique unique,
  position      text not null,
  title         jsonb not null,
  html          jsonb not null,
  image_file_id bigint references stored_files (id),
  alt           jsonb,
  sort          smallint not null default 0
);

create table articles (
  id            bigint primary key default new_id(),
  slug          text not null constraint articles_slug_unique unique,
  type          text not null constraint articles_type_known check (type in ('news', 'blog')),
  title         jsonb not null,
  excerpt       jsonb not null,
  html          jsonb not null,
  cover_file_id bigint references stored_files (id),
  cover_alt     jsonb,
  tags          text[] not null default '{}',
  published_at  timestamptz not null
);

create table media_reports (
  id       bigint primary key default new_id(),
  code     text not null constraint media_reports_code_unique unique,
  outlet   text not null,
  title    jsonb not null,
  url      text not null,
  date     date not null,
  language text not null
);

create table faqs (
  id       bigint primary key default new_id(),
  code     text not null constraint faqs_code_unique unique,
  grouping jsonb not null,
  question jsonb not null,
  html     jsonb not null,
  sort     smallint not null default 0
);

create table policies (
  id           bigint primary key default new_id(),
  type         smallint not null,
  version      text not null,
  title        jsonb not null,
  html         jsonb not null,
  effective_at date not null,
  constraint policies_version_unique unique (type, version)
);

create table regulation_chapters (
  id     bigint primary key default new_id(),
  number smallint not null constraint regulation_chapters_number_unique unique,
  title  jsonb not null,
  html   jsonb not null
);

-- One row each for 'programme', 'contact', 'about', 'regulations', 'bank': documents whose shape the contract checks.
create table site_documents (
  code       text primary key,
  document   jsonb not null,
  updated_at timestamptz not null default now()
);
