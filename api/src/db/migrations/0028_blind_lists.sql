-- What is taken out of a title is no longer found by it, so that lists are put in order again.
create trigger review_changed after insert or update or delete on redactions
  for each statement execute function review_changed();
