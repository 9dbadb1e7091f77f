-- The audit log is kept for five years. What is older may be taken out from its beginning on, and by nobody sooner; the
-- rest of the chain goes on from the last link that was taken out, which a row of its own (`audit.forgotten`) names.
create function audit_kept() returns interval language sql immutable return interval '5 years';

create function refuse_young_audit() returns trigger language plpgsql as $$
begin
  if old.at < now() - audit_kept() then return old; end if;
  raise exception 'audit_log is append-only for %', audit_kept();
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update on audit_log
  for each row execute function refuse_change();
create trigger audit_log_kept before delete on audit_log
  for each row execute function refuse_young_audit();

-- A link goes after its row has gone.
create function refuse_held_link() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_log where id = old.audit_id) then return old; end if;
  raise exception 'audit_chain is append-only';
end $$;
drop trigger audit_chain_append_only on audit_chain;
create trigger audit_chain_append_only before update on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_kept before delete on audit_chain
  for each row execute function refuse_held_link();

create index audit_log_forgotten on audit_log (id) where action = 'audit.forgotten';
