-- When a failed refund was asked for again. It keeps number, reason and moment of the first time.
alter table refunds add column asked_again_at timestamptz;
