-- Orders of accounts that are erased lose the names that were left in them: payments that were sent back have no invoice, and
-- kept address and titles for its sake. Those that settled their fee and have no invoice yet keep them until it is issued.
with emptied as (
  select o.order_no from payment_orders o
  join apply_orders e on e.id = o.apply_order_id
  join users u on u.id = e.user_id and u.status = 'erased'
  where exists (select from invoices i where i.order_no = o.order_no and i.kind = 'invoice')
    or not exists (select from payment_order_history h where h.order_no = o.order_no and h.to_status = 2)
), lines as (
  update order_lines l set quote = without_names(l.quote) from emptied where emptied.order_no = l.order_no
)
update payment_orders o set
  billing = case when o.billing is not null then
    jsonb_build_object('kind', o.billing -> 'kind', 'country', o.billing -> 'country') end,
  quote = without_names(o.quote), code_url = null
from emptied where emptied.order_no = o.order_no;
