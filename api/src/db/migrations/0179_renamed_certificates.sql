-- When a certificate was given to another name. Whoever checks a print from before meets the later one, and is told why.
-- A trigger notes it: migration 0185 renames as well as the site.
alter table certificates add column renamed_at timestamptz;
create function note_renamed_certificate() returns trigger language plpgsql as $$
begin
  new.renamed_at := now();
  return new;
end $$;
create trigger certificates_renamed before update of holder on certificates
  for each row when (new.holder <> old.holder) execute function note_renamed_certificate();

-- Of a site that has run migration 0185 already: those that bear the winner's name, and not the one that its form suggests.
update certificates set renamed_at = now()
from apply_orders entry join users person on person.id = entry.user_id
where entry.id = certificates.apply_order_id
  and exists (select from migrations where name = '0185_certificate_names.sql')
  and certificates.holder = entry.winning_info ->> 'certificate_name'
  and certificates.holder <> coalesce(
    nullif(entry.answers ->> 'company', ''),
    (select string_agg(nullif(designer ->> 'name', ''), ', ') from jsonb_array_elements(
      case jsonb_typeof(entry.answers -> 'designers') when 'array'
      then entry.answers -> 'designers' else '[]'::jsonb end) designer),
    nullif(person.company, ''), person.first_name || ' ' || person.last_name);
