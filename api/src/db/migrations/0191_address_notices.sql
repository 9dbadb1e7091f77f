-- An erasure and a copy of data find former addresses by the notices of change; without an index each address took a scan of
-- the whole outbox.
create index mail_outbox_notices on mail_outbox ((params ->> 'email'), created_at desc)
  where template in ('email_changed', 'email_corrected');
