-- A certificate is issued before its winner can say which name it shall bear. Its holder may change; then the signature
-- of the earlier one goes, and the certificate is signed anew.
create or replace function freeze_certificate() returns trigger language plpgsql as $$
begin
  if old.payload is not null
     and (new.number, new.holder, new.payload, new.signature, new.key_id)
         is distinct from (old.number, old.holder, old.payload, old.signature, old.key_id)
     and not (new.number = old.number and new.holder <> old.holder and new.payload is null) then
    raise exception 'a signed certificate is immutable; only its status changes, or its holder as its signature goes';
  end if;
  return new;
end $$;

-- The names that winners have given so far, to be printed.
with renamed as (
  update certificates
  set holder = entry.winning_info ->> 'certificate_name', payload = null, signature = null, key_id = null
  from apply_orders entry
  where entry.id = certificates.apply_order_id and certificates.status <> 'revoked'
    and entry.winning_info ->> 'certificate_name' not in ('', certificates.holder)
    -- What an editor alone has prepared is not the winner's word.
    and exists (select from entry_events event where event.apply_order_id = entry.id and event.code = 'winning_info')
  returning certificates.id
)
insert into jobs (name, key, run_at)
select 'certificates.sign', 'all', now() where exists (select from renamed)
on conflict (name, key) where key is not null do update set version = jobs.version + 1;
