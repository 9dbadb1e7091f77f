-- Checksums of stored bytes, which an archive names after the bytes themselves: noted at the first download, so
-- that the rest of a broken one is known without reading what came before.
create table file_checksums (
  storage_key text primary key,
  bytes       bigint not null,
  crc32       bigint not null constraint file_checksums_range check (crc32 between 0 and 4294967295)
);

-- Whether something is, or may be, blacked out of the title that jurors read: then it is not searched, nor is a
-- list sorted by it. Too many are better than one too few; what is shown is worked out by the API.
create function is_title_masked(entry apply_orders) returns boolean language sql stable cost 5000 as $$
  select exists (
    select 1 from (
      select unnest(r.phrases) as name from redactions r where r.apply_order_id = entry.id
      union all
      select unnest(array[u.first_name || u.last_name, u.last_name || u.first_name, u.company, u.school,
        u.email, split_part(u.email, '@', 1), u.billing ->> 'name', entry.answers ->> 'company',
        entry.answers ->> 'client', entry.agent_code, entry.invitation_code, entry.entry_no,
        entry.winning_info ->> 'winner_name', entry.winning_info ->> 'certificate_name'])
      from users u where u.id = entry.user_id
      union all
      select designer ->> 'name' from jsonb_array_elements(
        case jsonb_typeof(entry.answers -> 'designers') when 'array' then entry.answers -> 'designers' else '[]' end
      ) designer
    ) named
    where length(plain_words(name)) >= 2
      and position(replace(plain_words(name), ' ', '') in replace(plain_words(entry.title), ' ', '')) > 0)
$$;
