-- A receiver that has too much to do says when it takes more (Retry-After): until then nothing is sent to it.
alter table webhook_endpoints add column paused_until timestamptz;
