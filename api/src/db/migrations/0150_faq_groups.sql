-- The code of a group of questions and answers, which files name: edits of two people find the same group by it.
alter table faqs add column group_code text;
update faqs set group_code = 'group-' || found.place
from (
  select grouping, row_number() over (order by min(sort), min(code)) as place from faqs group by grouping
) found
where found.grouping = faqs.grouping;
alter table faqs alter column group_code set not null;
