-- The submission that a later one has replaced: its version, marks, total, comments and time. Undo brings it back.
alter table scores add column replaced jsonb;
