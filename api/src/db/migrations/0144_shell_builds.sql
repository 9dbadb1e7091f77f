-- Builds of the shell that a tester may pin, by version; no channel gives them. Their files lie in the storage of the
-- registry, below `mfe/shell`.
create table mfe_shell_builds (
  version      text primary key,
  digest       text not null,
  files        jsonb not null,
  published_by text not null,
  published_at timestamptz not null
);
