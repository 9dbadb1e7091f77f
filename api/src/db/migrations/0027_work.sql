-- What kind of save an event of a score was, at which version, and why a juror gave none.
alter table score_events
  add column version integer,
  add column kind text not null default 'save'
    constraint score_events_kind_known check (kind in ('save', 'submit', 'reopen', 'abstain')),
  add column note text not null default '';
create index score_events_submitted on score_events (juror_id, level, at) where kind = 'submit';
