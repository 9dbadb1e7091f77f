-- The chair decides that an entry gets no award, so that nothing undecided is published as "not awarded".
alter table decisions drop constraint decisions_kind_known;
alter table decisions add constraint decisions_kind_known check (kind in
  ('recommend', 'award', 'confirm', 'decline', 'clear', 'refuse', 'publish', 'revoke'));
