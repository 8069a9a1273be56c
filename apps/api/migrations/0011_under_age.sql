-- A deactivated account is erased at this time: at once, or after somebody had time to object.
alter table account add column erase_after timestamptz;
update account set erase_after = created_at where state = 'deactivated';
alter table account add constraint account_erasure check ((state = 'deactivated') = (erase_after is not null));
create index account_to_erase on account (erase_after) where erase_after is not null;

-- Hashes of what an ended account leaves behind: tokens of sessions that ended under age, which may read that one answer,
-- and codes of identity checks, whose late reports are no error. Nothing here tells whose they were.
create table tombstone (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- Numbers that may not register again for a while: no birth date, no name, no number, tied to nothing. The key of a
-- quarter is deleted with its last number; what copies of this table are left then mean nothing to anybody.
create table registration_stop_key (
  quarter text primary key check (quarter ~ '^[0-9]{4}Q[1-4]$'),
  secret_enc text not null
);
create table registration_stop (
  number_mac bytea primary key,
  quarter text not null references registration_stop_key,
  expires_at timestamptz not null
);
