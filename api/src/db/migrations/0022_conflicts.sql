-- Conflicts of interest that the data itself tells. They are rows, kept by triggers whatever writes: a query
-- asks for a row and nothing else. What a juror declared or the organiser pinned is never touched here.

-- Mail providers for everybody; the list of `shared/src/domain/entries/conflict.ts`, and a test keeps them equal.
create table public_mail_domains (domain text primary key);
insert into public_mail_domains values
  ('126.com'), ('139.com'), ('163.com'), ('aol.com'), ('bluewin.ch'), ('free.fr'), ('gmail.com'), ('gmx.com'),
  ('gmx.de'), ('gmx.net'), ('googlemail.com'), ('hanmail.net'), ('hotmail.com'), ('hotmail.fr'), ('icloud.com'),
  ('laposte.net'), ('libero.it'), ('live.com'), ('mac.com'), ('mail.com'), ('mail.ru'), ('me.com'), ('msn.com'),
  ('naver.com'), ('orange.fr'), ('outlook.com'), ('outlook.fr'), ('proton.me'), ('protonmail.com'), ('qq.com'),
  ('sfr.fr'), ('sina.com'), ('sohu.com'), ('uol.com.br'), ('wanadoo.fr'), ('web.de'), ('yahoo.co.jp'),
  ('yahoo.com'), ('yahoo.fr'), ('yandex.ru'), ('yeah.net'), ('ymail.com');

create index apply_orders_by_agent_code on apply_orders (agent_code) where agent_code is not null;
create index apply_orders_by_invitation_code on apply_orders (invitation_code) where invitation_code is not null;

-- Words without case, accents and punctuation.
create function plain_words(words text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(
    lower(regexp_replace(normalize(replace(words, '.', ''), nfkd), '[\u0300-\u036f]', '', 'g')),
    '[[:space:][:punct:]]+', ' ', 'g'))
$$;

-- A company without its legal form; null for words that name no company.
create function organisation_key(name text) returns text language sql immutable parallel safe as $$
  select case when key in ('', 'freelance', 'freelancer', 'independent', 'independant', 'independante', 'none', 'na',
    'individual', 'self employed', 'student', 'etudiant', 'etudiante') then null else key end
  from (select trim(regexp_replace(regexp_replace(plain_words(name),
    '\m(sasu|sas|sarl|sa|eurl|scop|scp|snc|cie|gmbh|ag|kg|ug|ltd|limited|llc|llp|inc|incorporated|co|corp|corporation|company|plc|pte|pty|kk|bv|nv|spa|srl|sl|ab|aps|oy|oyj)\M|股份有限公司|有限责任公司|有限公司|株式会社',
    '', 'g'), ' +', ' ', 'g')) as key) words
$$;

-- A person, whichever name comes first.
create function person_key(name text) returns text language sql immutable parallel safe as $$
  select nullif((select string_agg(word, ' ' order by word)
    from unnest(string_to_array(plain_words(name), ' ')) word), '')
$$;

-- The domain of an address, where it tells whose it is.
create function own_mail_domain(email text) returns text language sql stable parallel safe as $$
  select nullif(lower(split_part(email, '@', 2)), '')
  where not exists (select 1 from public_mail_domains p where p.domain = lower(split_part(email, '@', 2)))
$$;

-- Brings the rows of the system in line for some entries and jurors; null stands for all. The strongest tie
-- counts. One that was dismissed stays so as long as it is the same tie.
create function refresh_conflicts(entries bigint[], seats bigint[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  with entry as materialized (
    select o.id, o.user_id, o.answers, o.agent_code, o.invitation_code, u.email, u.company, u.school,
      u.first_name || ' ' || u.last_name as entrant
    from apply_orders o join users u on u.id = o.user_id
    where o.entry_status >= 10 and (entries is null or o.id = any(entries))),
  bringer as (
    select entry.id, owner.id as owner_id, owner.is_agent, owner.email, owner.company
    from entry
    cross join lateral (values (entry.agent_code), (entry.invitation_code)) used (code)
    join codes k on k.code = used.code and k.kind <> 'juror_invite'
    join users owner on owner.id = k.owner_id),
  entry_tie (entry_id, strength, evidence, type, tie) as (
    select id, 1, 'code', 'referral', 'account ' || owner_id from bringer
    union all
    select id, 1, 'code', 'referral', 'domain ' || own_mail_domain(email) from bringer where is_agent
    union all
    select id, 1, 'code', 'referral', 'organisation ' || organisation_key(company) from bringer where is_agent
    union all
    select id, 2, 'account', 'other', 'account ' || user_id from entry
    union all
    select id, 3, 'domain', 'employer', 'domain ' || own_mail_domain(email) from entry
    union all
    select id, 4, 'organisation', 'employer', 'organisation ' || organisation_key(named)
    from entry, unnest(array[company, school, answers ->> 'company', answers ->> 'client']) named
    where named <> ''
    union all
    select id, 5, 'credits', 'collaborator', 'person ' || person_key(entrant) from entry
    union all
    select id, 5, 'credits', 'collaborator', 'person ' || person_key(credit ->> 'name')
    from entry, jsonb_path_query(answers, 'lax $.designers[*]') credit),
  juror as (select * from jurors where seats is null or id = any(seats)),
  juror_tie (juror_id, tie) as (
    select id, 'account ' || user_id from juror
    union all
    select id, 'domain ' || own_mail_domain('@' || named) from juror, unnest(email_domains) named
    union all
    select id, 'organisation ' || organisation_key(named) from juror, unnest(affiliations || company) named
    union all
    select id, 'person ' || person_key(name) from juror),
  finding as materialized (
    select distinct on (entry_tie.entry_id, juror_tie.juror_id) entry_tie.*, juror_tie.juror_id
    from entry_tie join juror_tie using (tie)
    order by entry_tie.entry_id, juror_tie.juror_id, entry_tie.strength),
  gone as (
    delete from conflicts c
    where c.source = 'system' and (entries is null or c.apply_order_id = any(entries))
      and (seats is null or c.juror_id = any(seats))
      and not exists (select 1 from finding f
        where f.entry_id = c.apply_order_id and f.juror_id = c.juror_id))
  insert into conflicts as c (juror_id, apply_order_id, type, source, is_pinned, evidence)
  select juror_id, entry_id, type, 'system', strength <= 2, evidence from finding
  on conflict (juror_id, apply_order_id) do update
    set type = excluded.type, is_pinned = excluded.is_pinned, evidence = excluded.evidence, at = now(),
      state = 'standing', dismissed_at = null, dismissed_by = null, dismissed_reason = null
    where c.source = 'system' and (c.evidence is distinct from excluded.evidence
      or c.type <> excluded.type or c.is_pinned <> excluded.is_pinned);
end $$;

-- Entries and jurors that change at once wait for each other, so that neither misses the other.
create function refresh_conflicts_of_entries(entries bigint[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(entries), 0) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(hashtext('conflicts'));
  perform refresh_conflicts(entries, null);
end $$;

create function refresh_conflicts_of_jurors(seats bigint[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(seats), 0) = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtext('conflicts'));
  perform refresh_conflicts(null, seats);
end $$;

create function conflicts_follow_new_entries() returns trigger language plpgsql as $$
begin
  perform refresh_conflicts_of_entries(array(select id from added where entry_status >= 10));
  return null;
end $$;
create trigger conflicts_follow_new_entries after insert on apply_orders
  referencing new table as added for each statement execute function conflicts_follow_new_entries();

create function conflicts_follow_entry() returns trigger language plpgsql as $$
begin
  perform refresh_conflicts_of_entries(array[new.id]);
  return null;
end $$;
create trigger conflicts_follow_entry
  after update of entry_status, user_id, answers, agent_code, invitation_code on apply_orders
  for each row when (new.entry_status >= 10 and (old.entry_status < 10
    or old.user_id <> new.user_id
    or old.agent_code is distinct from new.agent_code
    or old.invitation_code is distinct from new.invitation_code
    or old.answers -> 'company' is distinct from new.answers -> 'company'
    or old.answers -> 'client' is distinct from new.answers -> 'client'
    or old.answers -> 'designers' is distinct from new.answers -> 'designers'))
  execute function conflicts_follow_entry();

create function conflicts_follow_juror() returns trigger language plpgsql as $$
begin
  perform refresh_conflicts_of_jurors(array[new.id]);
  return null;
end $$;
create trigger conflicts_follow_new_juror after insert on jurors
  for each row execute function conflicts_follow_juror();
create trigger conflicts_follow_juror after update on jurors
  for each row when ((old.user_id, old.name, old.company, old.affiliations, old.email_domains)
    is distinct from (new.user_id, new.name, new.company, new.affiliations, new.email_domains))
  execute function conflicts_follow_juror();

-- A person enters, or has brought entries by a code.
create function conflicts_follow_person() returns trigger language plpgsql as $$
begin
  perform refresh_conflicts_of_entries(array(
    select id from apply_orders where user_id = new.id and entry_status >= 10
    union
    select o.id from codes k join apply_orders o on o.agent_code = k.code
    where k.owner_id = new.id and o.entry_status >= 10
    union
    select o.id from codes k join apply_orders o on o.invitation_code = k.code
    where k.owner_id = new.id and o.entry_status >= 10));
  return null;
end $$;
create trigger conflicts_follow_person
  after update of email, company, school, first_name, last_name, is_agent on users
  for each row when ((old.email, old.company, old.school, old.first_name, old.last_name, old.is_agent)
    is distinct from (new.email, new.company, new.school, new.first_name, new.last_name, new.is_agent))
  execute function conflicts_follow_person();

create function conflicts_follow_code() returns trigger language plpgsql as $$
declare
  changed text[] := array(select distinct code from (values
    (case when tg_op <> 'INSERT' then old.code end), (case when tg_op <> 'DELETE' then new.code end)) c (code)
    where code is not null);
begin
  perform refresh_conflicts_of_entries(array(
    select id from apply_orders where agent_code = any(changed) and entry_status >= 10
    union
    select id from apply_orders where invitation_code = any(changed) and entry_status >= 10));
  return null;
end $$;
create trigger conflicts_follow_code after insert or delete or update of code, kind, owner_id on codes
  for each row execute function conflicts_follow_code();

select refresh_conflicts(null, null);
