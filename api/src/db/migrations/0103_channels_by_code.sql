-- The channels are a record in code (shared/src/domain/payments/channels.ts), which types every insert and checks every
-- request. The list here was a copy of it, and a new channel needed a migration.
alter table payment_orders drop constraint payment_orders_channel_known;
