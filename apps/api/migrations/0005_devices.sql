-- A browser by its cookie, of which only the hash is kept. It is here once an account knows it.
create table device (
  hash bytea primary key,
  created_at timestamptz not null
);

-- Browsers in which PIN and SMS code of an account were right: their wrong PINs are counted apart.
create table account_device (
  account_id text not null references account on delete cascade,
  device_hash bytea not null references device on delete cascade,
  known_since timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index account_device_by_device on account_device (device_hash);

-- Wrong PINs since the PIN was set. failures are those in a row.
alter table pin_throttle add column total integer not null default 0 check (total >= 0);

-- What was begun in a browser goes on in that browser; null goes on anywhere.
alter table sms_challenge add column device_hash bytea;
alter table recovery_token add column device_hash bytea;
alter table session_family add column device_hash bytea;
alter table session_family add column device_mismatches integer not null default 0 check (device_mismatches >= 0);
