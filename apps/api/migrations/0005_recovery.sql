create table recovery_token (
  hash bytea primary key,
  account_id text not null references account on delete cascade,
  device_hash bytea,
  expires_at timestamptz not null
);
create index recovery_token_by_account on recovery_token (account_id);
comment on table recovery_token is 'What a confirmed number may be exchanged for once: another PIN.';
