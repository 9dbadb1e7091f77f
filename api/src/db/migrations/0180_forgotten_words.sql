-- What erasures have taken since migration 0177, of the accounts that were erased before it: words that were blacked out
-- in their works, notes of jurors who knew the maker, and what the register told of a VAT number.
update redactions r set phrases = '{}', version = r.version + 1
from apply_orders e join users u on u.id = e.user_id and u.status = 'erased'
where e.id = r.apply_order_id and r.phrases <> '{}';

update identity_reports r set note = ''
from apply_orders e join users u on u.id = e.user_id and u.status = 'erased'
where e.id = r.apply_order_id and r.note <> '';

delete from vat_checks c using users u
where u.id = c.user_id and u.status = 'erased' and not exists (
  select from payment_orders o join invoices i on i.order_no = o.order_no
  where o.quote #>> '{vat_check,vat_no}' = c.vat_no and i.kind <> 'proforma');
update vat_checks c set user_id = (select u.id from users u where u.id = c.user_id and u.status <> 'erased'),
  name = null, address = null, raw = '{}'
where exists (select from users u where u.id = c.user_id and u.status = 'erased')
  or c.vat_no in (
    select o.quote #>> '{vat_check,vat_no}' from payment_orders o
    join apply_orders e on e.id = o.apply_order_id join users u on u.id = e.user_id and u.status = 'erased');
