-- Requests of people about their data (GDPR articles 15, 17 and 20), from their account or by mail or letter: when each
-- came, until when it has to be answered (article 12(3): one month) and what became of it.
create table data_requests (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references users (id),
  kind        text not null constraint data_requests_kind_known check (kind in ('export', 'erasure')),
  way         text not null constraint data_requests_way_known check (way in ('account', 'mail', 'letter', 'other')),
  received_on date not null,
  due_on      date not null generated always as ((received_on + interval '1 month')::date) stored,
  note        text not null default '',
  by_user_id  bigint references users (id),
  state       text not null default 'open' constraint data_requests_state_known
    check (state in ('open', 'done', 'refused')),
  -- Why it could not be done yet: the reason of the refusal that the person or the organiser got.
  obstacle    text,
  -- What the law or the public credit keeps after an erasure.
  kept        text[] not null default '{}',
  ended_at    timestamptz,
  constraint data_requests_ended check ((state = 'open') = (ended_at is null))
);
create unique index data_requests_one_open on data_requests (user_id, kind) where state = 'open';
create index data_requests_of_person on data_requests (user_id);
