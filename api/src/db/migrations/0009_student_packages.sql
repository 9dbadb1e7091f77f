-- What students pay of a winner package's price, in percent; the programme's files say it (fees.yaml).
alter table editions add column student_package_percent smallint not null default 100
  constraint editions_student_package_percent_known check (student_package_percent between 0 and 100);

update editions set student_package_percent = (document ->> 'student_package_percent')::smallint
from site_documents where site_documents.code = 'programme' and document ? 'student_package_percent';
