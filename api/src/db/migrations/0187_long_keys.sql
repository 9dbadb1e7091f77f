-- A key holds an e-mail address of up to 254 characters beside its name and network; the library asks for no bound.
alter table rate_limits alter column key type text;
