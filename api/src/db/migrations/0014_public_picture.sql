-- What visitors are told of a stored picture, kept as the contract has it: a list has dozens of them.

-- It stays for as long as the bytes do. The digest tells one key from all others, without telling it.
create function picture_address(file_id bigint, size text, key text) returns text
language sql immutable parallel safe as $$
  select '/pictures/' || file_id || '/' || size || '-'
    || left(encode(sha256(convert_to('picture:' || key, 'UTF8')), 'hex'), 12)
    || '.' || regexp_replace(key, '^.*\.', '')
$$;

-- Each width once, the smallest first; null where there are none.
create function picture_sources(file_id bigint, variants jsonb) returns json
language sql immutable parallel safe as $$
  select ('[' || string_agg(row_to_json(source)::text, ',' order by source.width) || ']')::json
  from (
    select distinct on (width) picture_address(file_id, size, key) as url, width
    from unnest(array['thumb', 'card', 'full']) with ordinality as sizes (size, place),
      jsonb_to_record(variants -> size) as variant (key text, width integer)
    where key is not null
    order by width, place
  ) as source
$$;

-- Without the words for those who do not see it, which belong to its use. Null where it is not ready.
create function public_picture(
  id bigint, width integer, height integer, colour text, variants jsonb
) returns json
language sql immutable parallel safe as $$
  select json_strip_nulls(row_to_json(picture))
  from (
    select picture_address(id, 'full', variants -> 'full' ->> 'key') as url, width, height,
      picture_sources(id, variants) as sources, picture_sources(id, variants -> 'avif') as avif,
      variants ->> 'placeholder' as placeholder, coalesce(colour, '#e8e6e1') as colour
  ) as picture
  where width > 0 and height > 0 and variants -> 'thumb' ->> 'key' is not null
    and variants -> 'card' ->> 'key' is not null and variants -> 'full' ->> 'key' is not null
$$;

alter table stored_files add column public_picture json
  generated always as (public_picture(id, width, height, colour, variants)) stored;
