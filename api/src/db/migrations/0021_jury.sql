-- What a juror has agreed to, and when mail last asked for the work that is left.
alter table jurors
  add column agreement_version text,
  add column reminded_at timestamptz,
  add column wants_reminders boolean not null default true,
  add constraint jurors_agreement_whole check ((agreement_version is null) = (agreement_signed_at is null)) not valid;
update jurors set agreement_version = '1' where agreement_signed_at is not null;
alter table jurors validate constraint jurors_agreement_whole;

-- A conflict that was only inferred may be set aside; the row stays for the record.
alter table conflicts
  add column state text not null default 'standing'
    constraint conflicts_state_known check (state in ('standing', 'dismissed')),
  add column evidence text
    constraint conflicts_evidence_known check (evidence in ('code', 'domain', 'organisation', 'credits', 'account')),
  add column by_user_id bigint references users (id),
  add column dismissed_at timestamptz,
  add column dismissed_by bigint references users (id),
  add column dismissed_reason text,
  add constraint conflicts_dismissed_whole check ((state = 'dismissed') = (dismissed_at is not null));
create index conflicts_by_entry on conflicts (apply_order_id) where state = 'standing';
create index conflicts_by_juror on conflicts (juror_id, apply_order_id) where state = 'standing';

-- What a phase of this edition allows otherwise than its kind does; checked when it is loaded.
alter table phases add column capabilities jsonb not null default '{}';

-- A comment reaches the entrant once somebody has read it.
alter table scores
  add column comment_state text not null default 'pending'
    constraint scores_comment_state_known check (comment_state in ('pending', 'released', 'withheld')),
  add column comment_reason text,
  add column moderated_at timestamptz,
  add column moderated_by bigint references users (id);
create index scores_by_juror on scores (juror_id, level, apply_order_id);

-- Jurors tell where a sheet shows whose work it is; what is taken out of the blind sheet for it.
create table identity_reports (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  juror_id       bigint not null references jurors (id),
  file_id        bigint references stored_files (id) on delete set null,
  note           text not null,
  at             timestamptz not null default now(),
  closed_at      timestamptz,
  closed_by      bigint references users (id)
);
create index identity_reports_open on identity_reports (apply_order_id) where closed_at is null;

create table redactions (
  apply_order_id  bigint primary key references apply_orders (id) on delete cascade,
  phrases         text[] not null default '{}',
  hidden_file_ids bigint[] not null default '{}',
  version         integer not null default 1,
  by_user_id      bigint not null references users (id),
  at              timestamptz not null default now()
);

-- The chair's word on entries that no rule tells apart, best first.
create table casting_votes (
  id          bigint primary key default new_id(),
  edition_id  bigint not null references editions (id),
  category_id bigint not null references categories (id),
  entry_ids   bigint[] not null,
  is_ex_aequo boolean not null default false,
  reason      text not null,
  by_user_id  bigint not null references users (id),
  at          timestamptz not null default now()
);
create index casting_votes_by_category on casting_votes (edition_id, category_id, at);
create trigger casting_votes_append_only before update or delete on casting_votes
  for each row execute function refuse_change();

-- An agent's share, and what became of an invitation to the jury.
alter table codes
  add column commission_percent smallint not null default 0
    constraint codes_commission_range check (commission_percent between 0 and 100),
  add column juror_level smallint constraint codes_juror_level_known check (juror_level in (1, 2, 3)),
  add column language text not null default 'en',
  add column redeemed_by bigint references users (id),
  add column redeemed_at timestamptz,
  add column ended_at timestamptz,
  add column created_by bigint references users (id),
  add column created_at timestamptz not null default now();
