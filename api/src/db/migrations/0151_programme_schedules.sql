-- Drafts of the programme that go live at a moment to come. One row waits at a time: a plan is that of all drafts.
create table programme_schedules (
  id           bigint generated always as identity primary key,
  -- The plan that was reviewed; another one is not applied.
  plan         text not null,
  at           timestamptz not null,
  -- Phase by edition that the plan changes, as it was when the plan was reviewed.
  phases       jsonb not null,
  scheduled_by bigint not null references users (id),
  scheduled_at timestamptz not null,
  state        text not null default 'waiting' constraint programme_schedules_state_known
    check (state in ('waiting', 'applied', 'failed', 'withdrawn')),
  reason       text constraint programme_schedules_reason_known
    check (reason in ('PLAN_OLD', 'PHASE_CHANGED', 'RIGHT_GONE', 'REFUSED')),
  ended_at     timestamptz,
  constraint programme_schedules_failed_for_a_reason check ((state = 'failed') = (reason is not null))
);
create unique index programme_schedules_one_waits on programme_schedules ((true)) where state = 'waiting';
