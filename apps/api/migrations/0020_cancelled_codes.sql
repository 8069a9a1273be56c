-- cancelled: its number was wrong. It is as dead as any other, but whoever asks within its wait gets it back instead of
-- another SMS.
alter table sms_challenge drop constraint sms_challenge_state_check;
alter table sms_challenge add constraint sms_challenge_state_check
  check (state in ('live', 'used', 'dead', 'cancelled'));
