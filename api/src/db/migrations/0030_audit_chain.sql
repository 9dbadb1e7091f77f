-- What is written down about who did what is chained: a link holds the digest of the link before it and
-- of its own row, so that a row that is changed, taken out, put in or moved past the triggers is found.

-- The call, job or command that did it, as the log names it.
alter table audit_log add column request_id text;

create table audit_chain (
  -- The order of the commits, from 1 on without gaps.
  seq      bigint primary key,
  audit_id bigint not null constraint audit_chain_links_once unique,
  hash     bytea not null
);

-- Each value with its length before it, so that no two rows read alike; `audit-chain.ts` does the same.
create function audit_value(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-')
$$;
create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(concat_ws(',',
    audit_value(entry.id::text), audit_value(entry.actor_id::text), audit_value(entry.actor_role),
    audit_value(entry.action), audit_value(entry.subject), audit_value(entry.before::text),
    audit_value(entry.after::text), audit_value(entry.reason), audit_value(entry.request_id),
    audit_value(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))), 'UTF8'))
$$;

-- Runs at the commit, so that the lock is the last one that a transaction takes and nobody who holds it
-- waits for anybody. Whoever commits next sees the link of who committed before.
create function chain_audit_row() returns trigger language plpgsql as $$
declare
  last audit_chain;
begin
  perform pg_advisory_xact_lock(727104062);
  -- A restored row brings its link.
  if exists (select from audit_chain where audit_id = new.id) then
    return null;
  end if;
  select * into last from audit_chain order by seq desc limit 1;
  insert into audit_chain (seq, audit_id, hash)
  values (coalesce(last.seq, 0) + 1, new.id, audit_hash(coalesce(last.hash, ''), new));
  return null;
end $$;

do $$
declare
  entry audit_log;
  place bigint := 0;
  previous bytea := '';
begin
  for entry in select * from audit_log order by at, id loop
    place := place + 1;
    previous := audit_hash(previous, entry);
    insert into audit_chain (seq, audit_id, hash) values (place, entry.id, previous);
  end loop;
end $$;

create constraint trigger audit_log_chained after insert on audit_log
  deferrable initially deferred for each row execute function chain_audit_row();
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_not_emptied before truncate on audit_chain
  for each statement execute function refuse_change();
