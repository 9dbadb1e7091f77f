-- A number and its date are given out together, so that a series never goes back in time.
alter table document_counters add column last_at timestamptz;

alter table invoices
  -- The structured invoice that lies in the PDF.
  add column facturx_xml text,
  -- Set once, when a corrected invoice takes its place.
  add column replaced_at timestamptz,
  add column out_refund_no text constraint invoices_once_per_refund unique references refunds (out_refund_no),
  add constraint invoices_credit_note_of_an_invoice
    check (kind = 'credit_note' or (cancels_invoice_id is null and out_refund_no is null)),
  add constraint invoices_only_invoices_are_replaced check (kind = 'invoice' or replaced_at is null);

-- One invoice of an order is in force; those before it were taken back by a credit note.
drop index invoices_one_per_order;
create unique index invoices_one_current on invoices (order_no) where kind = 'invoice' and replaced_at is null;
create index invoices_by_order on invoices (order_no);
create index invoices_by_cancelled on invoices (cancels_invoice_id) where cancels_invoice_id is not null;

-- Everything but a proforma is kept as it was issued, for ten years.
create or replace function freeze_invoice() returns trigger language plpgsql as $$
begin
  if old.kind = 'proforma' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'an issued invoice is immutable';
  end if;
  if (new.number, new.kind, new.apply_order_id, new.order_no, new.fee_type, new.document, new.issued_at,
      new.facturx_xml, new.out_refund_no, new.cancels_invoice_id)
     is distinct from
     (old.number, old.kind, old.apply_order_id, old.order_no, old.fee_type, old.document, old.issued_at,
      old.facturx_xml, old.out_refund_no, old.cancels_invoice_id)
     or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at) then
    raise exception 'an issued invoice is immutable';
  end if;
  return new;
end $$;
drop trigger invoices_frozen on invoices;
create trigger invoices_frozen before update or delete on invoices
  for each row execute function freeze_invoice();

-- What was signed when a certificate was issued, and with which key.
alter table certificates
  add column payload text,
  add column signature text,
  add column key_id text,
  add constraint certificates_signed_whole
    check ((payload is null) = (signature is null) and (payload is null) = (key_id is null));

create function freeze_certificate() returns trigger language plpgsql as $$
begin
  if old.payload is not null
     and (new.number, new.payload, new.signature, new.key_id)
         is distinct from (old.number, old.payload, old.signature, old.key_id) then
    raise exception 'a signed certificate is immutable; only its status changes';
  end if;
  return new;
end $$;
create trigger certificates_frozen before update on certificates
  for each row execute function freeze_certificate();

-- Public keys of every certificate that was ever signed, so that a new key leaves the old proofs good.
create table certificate_keys (
  key_id     text primary key,
  jwk        jsonb not null,
  created_at timestamptz not null default now()
);
