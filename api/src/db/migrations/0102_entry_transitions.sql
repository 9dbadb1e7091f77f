-- Which status of an entry may follow which: ENTRY_MACHINE of the domain, held by the database as well.
create table entry_transitions (
  from_status smallint not null,
  to_status   smallint not null,
  primary key (from_status, to_status)
);
insert into entry_transitions (from_status, to_status) values
  (0, 10), (0, 90), (0, 91),
  (10, 20), (10, 90), (10, 91),
  (20, 25), (20, 30), (20, 40), (20, 90), (20, 91),
  (25, 20), (25, 40), (25, 90), (25, 91),
  (30, 20), (30, 25), (30, 40), (30, 90), (30, 91),
  (40, 50), (40, 90), (40, 91),
  (50, 40), (50, 60), (50, 61), (50, 90), (50, 91),
  (60, 91);

-- Rows that are loaded (the programme, a restore) are inserted as they are; only a change is checked.
create function refuse_entry_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from entry_transitions t
    where t.from_status = old.entry_status and t.to_status = new.entry_status) then
    raise exception 'an entry does not go from status % to %', old.entry_status, new.entry_status;
  end if;
  return new;
end $$;
create trigger apply_orders_transition before update on apply_orders
  for each row when (new.entry_status is distinct from old.entry_status)
  execute function refuse_entry_transition();
