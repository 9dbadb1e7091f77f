-- A question that wants a file: its kinds, and the files that entries answer with. A table of its own beside
-- `entry_files`, so that what lists the pictures of an entry never shows the answer to a hidden question.
alter table entry_questions add column file_kinds text[] not null default '{}'
  constraint entry_questions_file_kinds_known check (file_kinds <@ array['image', 'pdf']);

create table entry_answer_files (
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  question       text not null,
  file_id        bigint not null references stored_files (id),
  primary key (apply_order_id, question)
);
create index entry_answer_files_by_file on entry_answer_files (file_id);
