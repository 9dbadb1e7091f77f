-- Mails to an audience. Everybody of the audience has one row, so that nobody is written to twice, whatever stops and
-- starts in between; the rows are made when the broadcast begins.
create table broadcasts (
  id          bigint primary key default new_id(),
  audience    text not null constraint broadcasts_audience_known
              check (audience in ('drafts', 'unpaid', 'corrections', 'no_package', 'jurors')),
  edition_id  bigint not null references editions (id),
  category_id bigint references categories (id),
  language    text constraint broadcasts_language_known check (language in ('en', 'fr', 'zh')),
  texts       jsonb not null,
  state       text not null default 'draft' constraint broadcasts_state_known
              check (state in ('draft', 'scheduled', 'sending', 'stopped', 'done')),
  version     integer not null default 1,
  starts_at   timestamptz constraint broadcasts_starts check (state = 'draft' or starts_at is not null),
  done_at     timestamptz,
  changed_by  bigint not null references users (id),
  changed_at  timestamptz not null
);
create index broadcasts_under_way on broadcasts (starts_at) where state in ('scheduled', 'sending');

create table broadcast_recipients (
  broadcast_id bigint not null references broadcasts (id) on delete cascade,
  user_id      bigint not null references users (id) on delete cascade,
  state        text not null default 'waiting' constraint broadcast_recipients_state_known
               check (state in ('waiting', 'queued', 'sent', 'bounced', 'lost', 'skipped')),
  skipped_for  text constraint broadcast_recipients_reason_known
               check (skipped_for in ('opted_out', 'bounced', 'left')),
  queued_at    timestamptz,
  mail_id      bigint,
  primary key (broadcast_id, user_id),
  constraint broadcast_recipients_skipped check ((state = 'skipped') = (skipped_for is not null))
);
create index broadcast_recipients_waiting on broadcast_recipients (broadcast_id) where state = 'waiting';
create index broadcast_recipients_underway on broadcast_recipients (broadcast_id) where state = 'queued';
create index broadcast_recipients_rate on broadcast_recipients (queued_at) where queued_at is not null;
create unique index broadcast_recipients_mail on broadcast_recipients (mail_id) where mail_id is not null;

alter table users
  -- Wants no mails that the contract does not need.
  add column mails_stopped_at timestamptz,
  -- The address that a mail server said does not exist; another address of the account is not meant.
  add column bounced_email text;
-- A mail that its server has refused for good is not tried again.
alter table mail_outbox add column bounced_at timestamptz;
create index users_by_bounce on users (bounced_email) where bounced_email is not null;
