-- Open seats of jurors who were erased before erasures removed them (`assigned`, `opened`, `draft`): they waited for votes
-- that nobody gives. Those of a juror whose seat was merely taken away stay, since an invitation brings the juror back.
update assignments seat set status = 6, updated_at = now()
from jurors juror join users person on person.id = juror.user_id and person.status = 'erased'
where juror.id = seat.juror_id and seat.status in (0, 1, 2);
