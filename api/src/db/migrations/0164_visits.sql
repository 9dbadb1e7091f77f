-- Visits of the public pages by day, without anything about who came: the first step of the funnel.
create table visit_days (
  day   date primary key,
  count bigint not null
);
