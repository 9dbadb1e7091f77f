-- Health is counted by channel: a release that fails in staging must not hide behind its loads in production.
-- Events of before have no channel and count for none.
alter table mfe_events add column channel text check (channel in ('production', 'staging'));
