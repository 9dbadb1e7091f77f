-- The letters of the numbers that a site has given out so far; from now on its programme says them.
update site_documents set document = document || '{"number_prefix": "GA"}'
where code = 'programme' and not document ? 'number_prefix';
