-- What an erasure takes out of the terms of an order: the titles of its works, and the name and address that the register
-- of VAT numbers told. The number, the answer and its consultation number stay: they prove a price without tax.
create function without_names(quote jsonb) returns jsonb language sql immutable as $$
  select quote
    || case when quote ? 'title' then '{"title": ""}' else '{}' end::jsonb
    || case jsonb_typeof(quote -> 'vat_check') when 'object'
      then jsonb_build_object('vat_check', (quote -> 'vat_check') || '{"name": null, "address": null}')
      else '{}' end
    || case jsonb_typeof(quote -> 'lines') when 'array'
      then jsonb_build_object('lines', (
        select coalesce(jsonb_agg(line.value || '{"title": ""}' order by line.place), '[]')
        from jsonb_array_elements(quote -> 'lines') with ordinality line (value, place)))
      else '{}' end
$$;

-- An order and its lines stay as they were agreed, and may lose these names.
create or replace function freeze_payment_order() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.apply_order_id, new.fee_type, new.channel, new.amount_minor, new.currency,
      new.package_code, new.created_at, new.expires_at)
     is distinct from
     (old.order_no, old.apply_order_id, old.fee_type, old.channel, old.amount_minor, old.currency,
      old.package_code, old.created_at, old.expires_at)
     or (new.quote <> old.quote and new.quote <> without_names(old.quote)) then
    raise exception 'the terms of a payment order are frozen';
  end if;
  if new.status <> old.status and not exists (
    select 1 from payment_transitions t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a payment order does not go from status % to %', old.status, new.status;
  end if;
  return new;
end $$;
create or replace function freeze_order_line() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.apply_order_id, new.fee_type, new.position, new.package_code, new.amount_minor)
     is distinct from
     (old.order_no, old.apply_order_id, old.fee_type, old.position, old.package_code, old.amount_minor)
     or (new.quote <> old.quote and new.quote <> without_names(old.quote)) then
    raise exception 'the lines of a payment order are frozen';
  end if;
  if new.status <> old.status and not exists (
    select 1 from payment_transitions t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a line of a payment order does not go from status % to %', old.status, new.status;
  end if;
  return new;
end $$;
