create table account_device (
  account_id text not null references account on delete cascade,
  -- Of the browser's cookie.
  device_hash bytea not null,
  known_since timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, device_hash)
) with (fillfactor = 80);
create index account_device_by_device on account_device (device_hash);
comment on table account_device is 'Browsers that an account recognises: PIN and SMS code were right there. Their wrong PINs are counted apart.';
