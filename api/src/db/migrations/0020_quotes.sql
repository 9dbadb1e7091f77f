-- A quote is its document, word for word as it was told; the columns beside it said the same again.
-- Packages are priced when they are paid: nobody ever read their rows.
delete from quotes where fee_type <> 1 or document is null;
alter table quotes
  alter column document set not null,
  drop column fee_type,
  drop column period_code,
  drop column price_kind,
  drop column package_code,
  drop column amount_ht,
  drop column vat_rate,
  drop column vat_amount,
  drop column amount_minor,
  drop column currency,
  drop column mention,
  drop column breakdown,
  drop column code;
