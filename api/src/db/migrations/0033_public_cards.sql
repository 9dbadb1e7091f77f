-- What visitors read of a winner, kept as the JSON that they are sent: a list is put together of texts
-- that are ready. Each is made of its own row, so it changes with it; whether anybody may read it is
-- asked at each reading, and an entry that is not shown has none.

-- An object in each language (en, fr, zh), with English behind them; what is null is left out.
create function public_names(
  id bigint, code text, name jsonb, rank integer, colour text, year integer
) returns text[]
language sql immutable parallel safe as $$
  select array_agg(json_strip_nulls(row_to_json(part))::text order by place)
  from unnest(array['en', 'fr', 'zh']) with ordinality as languages (language, place),
    lateral (select id::text as id, code, coalesce(name ->> language, name ->> 'en') as name, rank,
      colour, year) as part
$$;

alter table award_levels add column public_names text[]
  generated always as (public_names(id, code, name, rank, colour, null)) stored;
alter table categories add column public_names text[]
  generated always as (public_names(id, code, name, null, null, null)) stored;
alter table sections add column public_names text[]
  generated always as (public_names(id, code, name, null, null, null)) stored;
alter table editions add column public_names text[]
  generated always as (public_names(id, code, name, null, null, year)) stored;

-- The members that are the entry's own, without the braces around them.
create function public_card(
  id bigint, entry_no text, title text, country text, answers jsonb, winning_info jsonb
) returns text
language sql immutable parallel safe as $$
  select substr(left(row_to_json(card)::text, -1), 2)
  from (
    select id::text as apply_order_id, entry_no, title,
      coalesce((select string_agg(name #>> '{}', ', ')
        from jsonb_path_query(answers, '$.designers[*].name') as name), '') as designers,
      coalesce(nullif(winning_info ->> 'winner_name', ''), nullif(answers ->> 'company', '')) as company,
      country
  ) as card
$$;

-- Those that the sheet has besides. Answers that visitors may not read are not among them.
create function public_sheet(answers jsonb, published_at timestamptz) returns text
language sql immutable parallel safe as $$
  select substr(left(row_to_json(sheet)::text, -1), 2)
  from (
    select nullif(answers ->> 'title_local', '') as title_local,
      coalesce(answers ->> 'summary', '') as summary,
      coalesce(answers ->> 'description', '') as description,
      (select coalesce(json_agg(row_to_json(credited)), '[]')
        from (select designer ->> 'name' as name, nullif(designer ->> 'role', '') as role
          from jsonb_array_elements(answers -> 'designers') as designer) as credited) as credits,
      nullif(answers ->> 'client', '') as client,
      nullif(answers ->> 'materials', '') as materials,
      nullif(answers ->> 'dimensions', '') as dimensions,
      nullif(answers ->> 'website_url', '') as website_url,
      nullif(answers ->> 'video_url', '') as video_url,
      answers ->> 'completion_date' as completion_date,
      to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as published_at
  ) as sheet
$$;

alter table apply_orders
  add column public_card text generated always as (case when is_show
    then public_card(id, entry_no, title, country, answers, winning_info) end) stored,
  add column public_sheet text generated always as (case when is_show
    then public_sheet(answers, published_at) end) stored,
  -- City and country: the name of a country is known to the server alone.
  add column public_place text[] generated always as (case when is_show
    then array[answers ->> 'location_city', answers ->> 'location_country'] end) stored;
