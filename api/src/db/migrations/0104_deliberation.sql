-- The agenda of a meeting: one row per edition, locked by every change; `revision` tells a stale screen.
create table agendas (
  edition_id bigint primary key references editions on delete cascade,
  revision   integer not null default 0
);

-- A disputed entry on the agenda. Its thread is open as long as the row stands.
create table deliberations (
  apply_order_id  bigint primary key references apply_orders on delete cascade,
  edition_id      bigint not null references editions on delete cascade,
  position        integer not null,
  state           text not null default 'waiting'
    constraint deliberations_state check (state in ('waiting', 'now', 'done')),
  opened_by       bigint not null references users,
  opened_at       timestamptz not null,
  -- The first time that the chair moved the agenda here; later submissions are marked as re-scores.
  begun_at        timestamptz,
  summary         text not null default '' constraint deliberations_summary check (length(summary) <= 2000),
  is_released     boolean not null default false,
  summary_version integer not null default 0,
  summary_by      bigint references users,
  summary_at      timestamptz,
  constraint deliberations_released check (not is_released or summary <> '')
);
create index deliberations_by_edition on deliberations (edition_id, position);

-- Totals of the votes when the discussion began.
create table deliberation_marks (
  apply_order_id bigint not null references deliberations on delete cascade,
  juror_id       bigint not null references jurors on delete cascade,
  level          smallint not null,
  total          numeric(6, 2) not null,
  primary key (apply_order_id, juror_id, level)
);

create table deliberation_comments (
  id             bigint generated always as identity primary key,
  apply_order_id bigint not null references deliberations on delete cascade,
  juror_id       bigint not null references jurors on delete cascade,
  level          smallint not null constraint deliberation_comments_level check (level in (1, 2, 3)),
  body           text not null constraint deliberation_comments_body check (length(body) <= 2000),
  at             timestamptz not null,
  edited_at      timestamptz,
  -- Taken back by the author: the text is gone.
  removed_at     timestamptz,
  -- Hidden by the chair, who still reads it.
  hidden_at      timestamptz,
  hidden_by      bigint references users,
  hidden_reason  text,
  constraint deliberation_comments_hidden check ((hidden_at is null) = (hidden_reason is null))
);
create index deliberation_comments_by_entry on deliberation_comments (apply_order_id, id);
create index deliberation_comments_by_juror on deliberation_comments (juror_id);
