-- Texts of mails as an organiser has written them, a row for each save: the newest holds. Without parts it is the text of
-- the release again.
create table mail_texts (
  id         bigint generated always as identity primary key,
  template   text not null,
  language   text not null constraint mail_texts_language_known check (language in ('en', 'fr', 'zh')),
  parts      jsonb,
  changed_by bigint not null references users (id),
  changed_at timestamptz not null
);
create index mail_texts_newest on mail_texts (template, language, id desc);
