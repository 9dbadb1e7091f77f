-- needs 0101_no_ready_answers.sql
-- Winners leave the server as rows that it maps. Parts of answers that were ready as JSON (0014, 0033) have no
-- reader any more, and cost every write of an entry. No table is rewritten.
alter table apply_orders drop column public_card, drop column public_sheet, drop column public_place;
alter table award_levels drop column public_names;
alter table categories drop column public_names;
alter table sections drop column public_names;
alter table editions drop column public_names;
alter table stored_files drop column public_picture;

drop function public_card(bigint, text, text, text, jsonb, jsonb);
drop function public_sheet(jsonb, timestamptz);
drop function public_names(bigint, text, jsonb, integer, text, integer);
drop function public_picture(bigint, integer, integer, text, jsonb);
drop function picture_sources(bigint, jsonb);
drop function picture_address(bigint, text, text);
