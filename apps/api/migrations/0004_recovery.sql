-- A code can also prove the number of somebody who forgot the PIN.
alter table sms_challenge drop constraint sms_challenge_purpose_check;
alter table sms_challenge add constraint sms_challenge_purpose_check check (purpose in ('login', 'register', 'reset'));

-- What a proven number may be exchanged for, once: another PIN. Only its hash is stored.
create table recovery_token (
  hash bytea primary key,
  account_id text not null references account on delete cascade,
  expires_at timestamptz not null
);
create index recovery_token_by_account on recovery_token (account_id);
