create table device (
  hash bytea primary key,
  -- When PIN and SMS code were last right in it.
  used_at timestamptz not null
);
comment on table device is 'A browser that an account knows, by the hash of its cookie. It is deleted a day after the last account has forgotten it.';

create table account_device (
  account_id text not null references account on delete cascade,
  device_hash bytea not null references device on delete cascade,
  known_since timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index account_device_by_device on account_device (device_hash);
comment on table account_device is 'Browsers in which PIN and SMS code of an account were right. Their wrong PINs are counted separately.';
