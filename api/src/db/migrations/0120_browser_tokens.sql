-- A browser that acts for somebody on the page of releases holds a deploy token of its own, for eight hours.
alter table mfe_tokens add column expires_at timestamptz;
-- The remote, or `*`, that such a browser may change; `none` only reads.
alter table mfe_staff_links add column scope text not null default 'none';

alter table mfe_audit drop constraint mfe_audit_action_check;
alter table mfe_audit add constraint mfe_audit_action_check check (action in
  ('publish', 'promote', 'propose', 'approve', 'rollback', 'remove', 'retire', 'token', 'shell', 'staff',
   'advance', 'stop', 'owner', 'hold'));
