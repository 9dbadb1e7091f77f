-- Notices that a mail is late or was refused for now, which came back after it had been sent.
alter table mail_outbox add column soft_bounces integer not null default 0;
