-- Each picture that a visitor asks for is looked up among what uses it.
create index entry_files_by_file on entry_files (file_id);

-- Whether a picture may be seen depends on what uses it, not on how it came to be stored.
alter table stored_files drop column is_public;
